-- A job belongs to the transaction that runs it: a lock says that somebody is at it, and goes with a process that dies.
-- The number is the namespace of these locks.
create function private.lock_job(job bigint, attempt integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(7401, (job % 2147483647)::integer) then
    return false;
  end if;
  -- A machine that vanished from the network is noticed within a minute; its connection would stay for hours.
  perform pg_catalog.set_config('tcp_keepalives_idle', '20', true), pg_catalog.set_config('tcp_keepalives_interval', '10', true),
    pg_catalog.set_config('tcp_keepalives_count', '3', true);
  return exists (select from private.jobs j where j.id = job and j.attempts = attempt and j.failed_at is null);
end
$$;

create function private.is_job_running(job bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from pg_catalog.pg_locks l
    where l.locktype = 'advisory' and l.classid = 7401 and l.objid = (job % 2147483647)::integer::oid and l.objsubid = 2
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
  )
$$;

-- Takes one job that is due, for ten seconds: until then its transaction has begun and holds the lock, or never will.
create or replace function private.take_job() returns setof private.jobs
language sql volatile security definer set search_path = '' as $$
  update private.jobs set attempts = attempts + 1, run_at = clock_timestamp() + interval '10 seconds'
  where id = (
    select id from private.jobs where failed_at is null and run_at <= clock_timestamp()
      and not (attempts > 0 and private.is_job_running(id))
    order by run_at, id limit 1 for update skip locked
  )
  returning *
$$;

-- When something is due next: a job that nobody is at, a hold that runs out, an offer that runs out.
create or replace function private.next_due() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select run_at from private.jobs where failed_at is null and not (attempts > 0 and private.is_job_running(id))
      order by run_at limit 1),
    (select min(expires_at) from public.holds where state = 'live'),
    (select min(offer_ends_at) from public.wait_entries where state = 'offered')
  )
$$;

revoke all on function private.lock_job(bigint, integer), private.is_job_running(bigint) from public, anon, authenticated;
