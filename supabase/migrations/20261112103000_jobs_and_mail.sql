-- What the job runner and the mails of the business need besides.
alter table public.outbox
  add column attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array'),
  add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');

-- Takes one job that is due for five minutes: a process that dies gives it back by silence.
create function private.take_job() returns setof private.jobs
language sql volatile security definer set search_path = '' as $$
  update private.jobs set attempts = attempts + 1, run_at = clock_timestamp() + interval '5 minutes'
  where id = (
    select id from private.jobs where failed_at is null and run_at <= clock_timestamp()
    order by run_at, id limit 1 for update skip locked
  )
  returning *
$$;

-- When something is due next: a job, a hold that runs out, an offer that runs out.
create function private.next_due() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select min(run_at) from private.jobs where failed_at is null),
    (select min(expires_at) from public.holds where state = 'live'),
    (select min(offer_ends_at) from public.wait_entries where state = 'offered')
  )
$$;

-- Once an hour: orders whose card never paid, answers that nobody repeats any more, links that lead nowhere.
create function private.tidy_booking() returns void
language plpgsql security definer set search_path = '' as $$
declare
  stale record;
begin
  for stale in
    select o.id, h.pool_id from public.orders o left join public.holds h on h.order_id = o.id
    where o.state = 'pending' and o.created_at < now() - interval '1 day' order by h.pool_id
  loop
    if stale.pool_id is not null then
      perform private.lock_pool(stale.pool_id);
    end if;
    perform private.lapse_order(stale.id);
  end loop;
  delete from private.answers where at < now() - interval '2 days';
  delete from public.holds where order_id is null and wait_id is null and state <> 'live' and expires_at < now() - interval '7 days';
end
$$;
