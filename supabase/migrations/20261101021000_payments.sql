-- Money that moved, the timeline of what happened, and the counters that follow.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  method text not null check (method in ('cash', 'card', 'transfer', 'card_at_studio')),
  provider_ref text unique,
  received_at timestamptz not null default now(),
  recorded_by uuid references auth.users (id) on delete set null
);
comment on table public.payments is 'Payments received; rows are only added.';
alter table public.payments enable row level security;

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  booking_id uuid references public.bookings (id) on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  method text not null check (method in ('card', 'studio', 'transfer', 'credit')),
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  -- A code, which the page words, and what staff typed.
  cause text not null default 'staff' check (cause ~ '^[a-z_]{1,60}$'),
  reason text not null default '',
  provider_ref text unique,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  recorded_by uuid references auth.users (id) on delete set null,
  -- Money never goes back twice: a new try asks under a new name, and only after the old one has ended.
  tries integer not null default 1 check (tries > 0)
);
comment on table public.refunds is 'Refunds that are due, done or failed.';
alter table public.refunds enable row level security;

create table private.card_settings (
  id boolean primary key default true check (id),
  -- Null: no account of the studio's own at the card service.
  secret_key_encrypted text,
  webhook_secret_encrypted text,
  webhook_id text check (length(webhook_id) <= 255),
  account text not null default '' check (length(account) <= 200),
  is_live boolean not null default false,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table private.card_settings is
  'The studio''s own account at the card service, read and written by the server alone; key and secret are encrypted with a key that is not in the database.';
alter table private.card_settings enable row level security;
insert into private.card_settings default values;

create table private.card_checkouts (
  reference text primary key check (length(reference) between 1 and 255),
  order_id uuid not null references public.orders (id) on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  opened_at timestamptz not null default clock_timestamp()
);
comment on table private.card_checkouts is
  'Checkout pages that the program opened at the card service, and for which order and amount.';
alter table private.card_checkouts enable row level security;

create table public.payment_mismatches (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null check (reason in ('amount', 'currency', 'checkout', 'payment', 'state')),
  -- What the card service reported.
  amount_cents bigint not null,
  currency text not null check (length(currency) <= 10),
  provider_ref text not null check (length(provider_ref) <= 255),
  -- What was asked for, where that is known.
  expected_cents integer,
  expected_currency text,
  received_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz,
  checked_by uuid references auth.users (id) on delete set null,
  -- The service reports an event until it is taken, and sometimes again.
  constraint payment_mismatches_once unique (order_id, provider_ref, reason)
);
comment on table public.payment_mismatches is 'Card payments that did not match their order, for staff to check.';
alter table public.payment_mismatches enable row level security;

create table public.timeline (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  what text not null,
  order_id uuid references public.orders (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete cascade,
  waitlist_entry_id bigint references public.waitlist_entries (id) on delete cascade,
  details jsonb not null default '{}',
  offering_id uuid references public.offerings (id) on delete cascade
);
comment on table public.timeline is 'What happened to orders, sessions, offerings and waiting list entries.';
alter table public.timeline enable row level security;

-- ---------- indexes ----------
create index payments_order on public.payments (order_id);
create index payments_recorded_by on public.payments (recorded_by);
create index payments_newest on public.payments (received_at desc, id desc);
create index payments_received on public.payments (received_at);
create index refunds_order on public.refunds (order_id);
create index refunds_due on public.refunds (created_at) where state <> 'done';
create index refunds_recorded_by on public.refunds (recorded_by);
create index refunds_newest on public.refunds ((coalesce(done_at, created_at)) desc, id desc);
create index refunds_done on public.refunds (done_at) where state = 'done';
create index card_checkouts_order on private.card_checkouts (order_id, opened_at desc);
create index payment_mismatches_open on public.payment_mismatches (received_at desc) where checked_at is null;
create index payment_mismatches_checked_by on public.payment_mismatches (checked_by);
create index timeline_order on public.timeline (order_id, id);
create index timeline_session on public.timeline (session_id, id);
create index timeline_wait on public.timeline (waitlist_entry_id, id);
create index timeline_offering on public.timeline (offering_id, id);

-- ---------- functions that row policies call ----------
create function private.owns_order(wanted uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.orders where id = wanted and user_id = (select private.current_user_id()))
$$;

-- ---------- row policies ----------
create policy "buyers and staff read payments" on public.payments for select to authenticated
  using (private.owns_order(order_id) or (select public.is_staff()));
create policy "buyers and staff read refunds" on public.refunds for select to authenticated
  using (private.owns_order(order_id) or (select public.is_staff()));
create policy "staff read the timeline" on public.timeline for select to authenticated using ((select public.is_staff()));
create policy "staff read payments that did not match" on public.payment_mismatches for select to authenticated
  using ((select public.is_staff()));

-- ---------- functions ----------
create function private.add_timeline_entry(what text, order_id uuid default null, session_id uuid default null, waitlist_entry_id bigint default null,
  details jsonb default '{}') returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.timeline (actor, what, order_id, session_id, waitlist_entry_id, details)
  values (private.current_user_id(), add_timeline_entry.what, add_timeline_entry.order_id, add_timeline_entry.session_id, add_timeline_entry.waitlist_entry_id, add_timeline_entry.details)
$$;

create function private.count_in_pool() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  come jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  side jsonb;
  sign integer;
begin
  -- What leaves is taken off first: moving between a hold and a seat must not exceed the pool for a moment.
  foreach sign in array array[-1, 1] loop
    side := case sign when -1 then gone else come end;
    continue when side is null;
    if tg_table_name = 'bookings' and side ->> 'state' = 'seated' then
      update public.capacity_pools set seats = seats + sign where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'holds' and side ->> 'state' = 'live' then
      update public.capacity_pools set held = held + sign * (side ->> 'places')::integer where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'waitlist_entries' and side ->> 'state' = 'offered' then
      update public.capacity_pools set offered = offered + sign * (side ->> 'places')::integer where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'waitlist_entries' and side ->> 'state' = 'waiting' then
      update public.capacity_pools set waiting = waiting + sign where id = (side ->> 'pool_id')::uuid;
    end if;
  end loop;
  return null;
end
$$;

create function private.paid_cents(wanted uuid) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select (coalesce((select sum(amount_cents) from public.payments where order_id = wanted), 0)
    - coalesce((select sum(amount_cents) from public.refunds where order_id = wanted), 0))::integer
$$;

create function private.count_paid() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted uuid := case tg_op when 'DELETE' then old.order_id else new.order_id end;
begin
  -- Locked before the sum is read: an update that waits would write the sum of before.
  perform from public.orders where id = wanted for no key update;
  update public.orders set paid_cents = private.paid_cents(wanted) where id = wanted;
  return null;
end
$$;

-- The job runner writes its result to the refund.
create function private.follow_card_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

create function private.audit_samples() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.audit('samples', 'removed_the_sample_studio', '', new.details, new.actor);
  return null;
end
$$;

-- ---------- triggers ----------
create trigger append_only before update or delete on public.payments for each row execute function private.prevent_changes();
-- The sample studio counts thousands of rows at once instead of one by one.
create trigger counted after insert or delete on public.bookings for each row
  when (coalesce(current_setting('onda.seeding', true), '') <> 'on') execute function private.count_in_pool();
create trigger recounted after update of state, pool_id on public.bookings for each row
  when (old.state is distinct from new.state or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();
create trigger counted after insert or delete on public.holds for each row execute function private.count_in_pool();
create trigger recounted after update of state, places, pool_id on public.holds for each row
  when (old.state is distinct from new.state or old.places is distinct from new.places or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();
create trigger counted after insert or delete on public.waitlist_entries for each row execute function private.count_in_pool();
create trigger recounted after update of state, places, pool_id on public.waitlist_entries for each row
  when (old.state is distinct from new.state or old.places is distinct from new.places or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();
create trigger counted after insert or delete on public.payments for each row
  when (coalesce(current_setting('onda.seeding', true), '') <> 'on') execute function private.count_paid();
create trigger counted after insert or delete or update of amount_cents on public.refunds
  for each row execute function private.count_paid();
create trigger audited after insert or update or delete on public.refunds
  for each row execute function private.audit_row('money', 'order_id');
create trigger audited after insert on public.timeline for each row when (new.what = 'removed the sample studio')
  execute function private.audit_samples();
create trigger refund_follows after update of last_error, failed_at on private.jobs
  for each row when (new.kind = 'card.refund') execute function private.follow_card_refund();
create trigger audited after insert or update or delete on public.payment_mismatches
  for each row execute function private.audit_row('money', 'order_id');

-- ---------- rights ----------
revoke all on private.card_settings from public, anon, authenticated, service_role;
revoke all on public.payments, public.refunds, public.payment_mismatches, public.timeline from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.timeline_id_seq from anon, authenticated;
grant select on public.payments, public.refunds, public.payment_mismatches, public.timeline to authenticated;
grant all on public.payments, public.refunds, public.timeline to service_role;
grant execute on function private.owns_order to authenticated, service_role;
-- The program writes mismatches through functions alone.
revoke all on public.payment_mismatches from service_role;
grant select on public.payment_mismatches to service_role;
