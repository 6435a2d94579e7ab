-- A refund that the card service refused is a failed one, with its reason, and can be tried again. Money never goes back
-- twice: a new try asks for it under a new name only after the old one has ended.
alter table public.refunds add column tries integer not null default 1 check (tries > 0);

-- What the job runner has to say about a refund stands with the refund.
create function private.follow_card_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.failed_at is not null then
    perform public.card_refund_failed((new.payload ->> 'refund_id')::uuid, new.last_error);
  elsif old.failed_at is not null then
    -- The owner lets the job run again.
    update public.refunds r set state = 'due', last_error = null, tries = r.tries + 1
    where r.id = (new.payload ->> 'refund_id')::uuid and r.state = 'failed';
  else
    update public.refunds r set last_error = new.last_error
    where r.id = (new.payload ->> 'refund_id')::uuid and r.state = 'due' and r.last_error is distinct from new.last_error;
  end if;
  return null;
end
$$;
create trigger refund_follows after update of last_error, failed_at on private.jobs
  for each row when (new.kind = 'card.refund') execute function private.follow_card_refund();

-- For the program itself. With the service's own number only if it is about the try that counts: news of an earlier one
-- comes late, and again.
create function public.card_refund_failed(refund_id uuid, why text, provider_ref text default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  failed public.refunds;
begin
  if not private.is_trusted() then
    raise exception 'Only the program itself may do this.' using errcode = '42501';
  end if;
  update public.refunds r set state = 'failed', done_at = null,
    last_error = left(coalesce(nullif(btrim(why), ''), 'no reason was given'), 500)
  where r.id = card_refund_failed.refund_id and r.method = 'card' and r.state <> 'failed'
    and (card_refund_failed.provider_ref is null and r.state = 'due'
      or coalesce(r.provider_ref, card_refund_failed.provider_ref) = card_refund_failed.provider_ref)
  returning * into failed;
  if failed.id is null then
    return false;
  end if;
  perform private.note('card refund failed', order_id => failed.order_id,
    details => jsonb_build_object('amount_cents', failed.amount_cents, 'reason', failed.last_error));
  return true;
end
$$;

-- Once for however many presses: one that is on its way, or done, is left alone.
create function public.retry_refund(refund_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted public.refunds;
begin
  perform private.require_desk();
  -- The job holds the row while it talks to the card service: nobody at the desk waits for that.
  select * into wanted from public.refunds r where r.id = retry_refund.refund_id for update skip locked;
  if wanted.id is null then
    if exists (select from public.refunds r where r.id = retry_refund.refund_id) then
      perform private.fail(409, 'under_way', 'It is being tried at this moment. Look again in a few seconds.');
    end if;
    perform private.fail(404, 'no_refund', 'There is no such refund.');
  elsif wanted.method <> 'card' then
    perform private.fail(422, 'not_by_card', 'Only what goes back to a card is tried by itself.');
  end if;
  if wanted.state = 'failed' then
    update public.refunds r set state = 'due', last_error = null, tries = r.tries + 1 where r.id = wanted.id;
    delete from private.jobs j where j.key = 'refund ' || wanted.id;
    perform private.add_job('card.refund', jsonb_build_object('refund_id', wanted.id), key => 'refund ' || wanted.id);
    perform private.note('tried the refund again', order_id => wanted.order_id,
      details => jsonb_build_object('amount_cents', wanted.amount_cents));
  elsif wanted.state = 'due' and wanted.last_error is not null then
    -- Nobody knows yet what became of the last try: sooner, but under its name.
    update private.jobs j set run_at = now(), attempts = 0 where j.key = 'refund ' || wanted.id and j.run_at > now();
    if found then
      perform pg_notify('onda_jobs', '');
      perform private.note('tried the refund again', order_id => wanted.order_id,
        details => jsonb_build_object('amount_cents', wanted.amount_cents));
    end if;
  end if;
  return public.desk_order(wanted.order_id);
end
$$;

revoke all on function public.card_refund_failed(uuid, text, text), public.retry_refund(uuid) from public, anon, authenticated;
grant execute on function public.card_refund_failed(uuid, text, text) to service_role;
grant execute on function public.retry_refund(uuid) to authenticated, service_role;

-- As before; the problem is the refund's own.
create or replace function public.desk_order(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_desk();
  select * into ordered from public.orders o where o.id = desk_order.order_id;
  if ordered.id is null then
    perform private.fail(404, 'no_order', 'There is no such order.');
  end if;
  return private.describe_order(ordered.id) || jsonb_build_object(
    'allowed_cents', ordered.allowed_cents, 'has_account', ordered.user_id is not null, 'confirmed_at', ordered.confirmed_at,
    'household_id', (select coalesce(
      (select g.household_id from public.guardians g where g.user_id = ordered.user_id),
      (select p.household_id from public.participants p join public.bookings b on b.participant_id = p.id
        where b.order_id = ordered.id limit 1))),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'at', p.received_at, 'amount_cents', p.amount_cents,
        'method', p.method, 'by', r.name) order by p.received_at, p.id), '[]')
      from public.payments p left join public.profiles r on r.user_id = p.recorded_by where p.order_id = ordered.id),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'at', f.created_at, 'amount_cents', f.amount_cents,
        'method', f.method, 'state', f.state, 'reason', f.reason, 'done_at', f.done_at, 'by', r.name,
        'problem', f.last_error) order by f.created_at, f.id), '[]')
      from public.refunds f left join public.profiles r on r.user_id = f.recorded_by where f.order_id = ordered.id),
    'places', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'note', b.note, 'answers', b.answers, 'born_on', b.born_on,
        'participant_id', b.participant_id, 'cancelled_at', b.cancelled_at) order by b.created_at, b.id), '[]')
      from public.bookings b where b.order_id = ordered.id),
    'timeline', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'at', t.at, 'what', t.what, 'details', t.details,
        'by', r.name, 'is_buyer', t.actor = ordered.user_id) order by t.id desc), '[]')
      from (select * from public.timeline t where t.order_id = ordered.id order by t.id desc limit 200) t
      left join public.profiles r on r.user_id = t.actor),
    -- Where a place of this order could move to: other single dates of the same class with a place free.
    'moves', (select coalesce(jsonb_agg(jsonb_build_object('session_id', m.id, 'offering_id', m.offering_id, 'title', m.title,
        'starts_at', m.starts_at, 'pool_id', m.pool_id, 'free', m.free) order by m.starts_at), '[]')
      from (
        select s.id, s.offering_id, g.title, s.starts_at, s.pool_id, p.capacity - p.taken as free
        from public.sessions s join public.pools p on p.id = s.pool_id join public.offerings g on g.id = s.offering_id
        where s.status = 'planned' and s.starts_at > now() and p.taken < p.capacity
          and s.offering_id in (select o.offering_id from public.sessions o join public.bookings b on b.pool_id = o.pool_id
            where b.order_id = ordered.id and b.state = 'seated' and b.dates = 1)
          and not exists (select from public.sessions other where other.pool_id = s.pool_id and other.id <> s.id)
        order by s.starts_at limit 40
      ) m)
  );
end
$$;

-- As before; money that could not be given back is owed like any other.
create or replace function private.why_account_stays(me uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.roles where user_id = me and role = 'owner')
    and not exists (select from public.roles where user_id <> me and role = 'owner') then
    return jsonb_build_object('reason', 'last_owner',
      'sentence', 'A studio keeps at least one owner. Make somebody else an owner first.');
  elsif exists (
    select from public.bookings b join public.orders o on o.id = b.order_id
    where o.user_id = me and b.state in ('pending', 'seated') and exists (
      select from public.sessions s where s.pool_id = b.pool_id and s.status = 'planned' and s.ends_at > now()
    )
  ) then
    return jsonb_build_object('reason', 'bookings_to_come',
      'sentence', 'There are places booked that are still to come. Cancel them first.');
  elsif exists (
    select from public.orders o where o.user_id = me and o.state = 'confirmed' and o.total_cents > private.paid_cents(o.id)
  ) then
    return jsonb_build_object('reason', 'unpaid', 'sentence', 'Something is still to be paid. Settle it with the studio first.');
  elsif exists (
    select from public.refunds r join public.orders o on o.id = r.order_id where o.user_id = me and r.state <> 'done'
  ) then
    return jsonb_build_object('reason', 'refund_due',
      'sentence', 'The studio owes you money. Wait for it, or write to us, then come back.');
  end if;
  return null;
end
$$;

-- What was under way when this came: its last problem is known.
update public.refunds r set last_error = j.last_error, state = case when j.failed_at is null then r.state else 'failed' end
from private.jobs j where j.key = 'refund ' || r.id and j.last_error is not null and r.state <> 'done';

-- The order that somebody looks at shows what becomes of its refunds.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
    and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'refunds') then
    alter publication supabase_realtime add table public.refunds;
  end if;
end
$$;
