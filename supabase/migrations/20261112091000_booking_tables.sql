-- Inventory, money and the queue. Written only by the functions of the next migrations; triggers keep the counters of a
-- pool true whoever writes, and the pool's own check is what no race can get past.

-- Seats, live holds and open offers together never exceed the pool. "taken" is what the public sees: while anybody
-- waits, a freed place is private and the pool reads as full.
alter table public.pools add column seats integer not null default 0 check (seats >= 0);
update public.pools set seats = taken;
alter table public.pools
  drop column taken,
  add column held integer not null default 0 check (held >= 0),
  add column offered integer not null default 0 check (offered >= 0),
  add column taken integer not null generated always as (
    case when waiting > 0 then capacity else seats + held + offered end
  ) stored,
  add constraint pool_is_not_overbooked check (seats + held + offered <= capacity);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- What a bank transfer names and what people read out on the phone.
  number text not null unique,
  kind text not null default 'booking' check (kind in ('booking', 'pass', 'voucher')),
  state text not null check (state in ('pending', 'confirmed', 'cancelled', 'lapsed')),
  user_id uuid references auth.users (id) on delete set null,
  buyer_name text not null check (length(buyer_name) between 1 and 120),
  buyer_email text not null check (length(buyer_email) between 3 and 254),
  buyer_phone text not null default '' check (length(buyer_phone) <= 40),
  method text not null check (method in ('desk', 'transfer', 'card', 'pass', 'none')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What is to be paid in money, after vouchers and passes; follows cancellations.
  total_cents integer not null check (total_cents >= 0),
  due_at timestamptz,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  is_demo boolean not null default false
);
create index orders_user on public.orders (user_id);
create index orders_newest on public.orders (created_at desc);
create index orders_email on public.orders (lower(buyer_email));
create index orders_pending on public.orders (created_at) where state = 'pending';

-- The secret links. In their own tables, so that no select on an order ever shows one.
create table private.order_links (
  order_id uuid primary key references public.orders (id) on delete cascade,
  token text not null unique
);

create table public.wait_entries (
  id bigint generated always as identity primary key,
  pool_id uuid not null references public.pools (id) on delete cascade,
  places integer not null check (places between 1 and 20),
  priority integer not null default 0,
  joined_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'closed')),
  offered_at timestamptz,
  offer_ends_at timestamptz,
  user_id uuid references auth.users (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  phone text not null default '' check (length(phone) <= 40),
  is_demo boolean not null default false,
  check (state <> 'offered' or offer_ends_at is not null)
);
create index wait_entries_queue on public.wait_entries (pool_id, priority desc, joined_at, id) where state = 'waiting';
create index wait_entries_offers on public.wait_entries (offer_ends_at) where state = 'offered';
create index wait_entries_user on public.wait_entries (user_id);
create table private.wait_links (
  wait_id bigint primary key references public.wait_entries (id) on delete cascade,
  token text not null unique
);

create table public.holds (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references public.pools (id) on delete cascade,
  session_id uuid not null references public.sessions (id) on delete cascade,
  places integer not null check (places between 1 and 20),
  state text not null default 'live' check (state in ('live', 'used', 'released', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Price and policy are what was shown when the place was taken in hand.
  price_cents integer not null check (price_cents >= 0),
  currency text not null,
  policy jsonb not null,
  dates integer not null default 1 check (dates > 0),
  user_id uuid references auth.users (id) on delete set null,
  order_id uuid unique references public.orders (id) on delete set null,
  wait_id bigint unique references public.wait_entries (id) on delete set null
);
create index holds_live on public.holds (expires_at) where state = 'live';
create index holds_pool on public.holds (pool_id) where state = 'live';
create index holds_session on public.holds (session_id);
create index holds_user on public.holds (user_id);
create table private.hold_links (
  hold_id uuid primary key references public.holds (id) on delete cascade,
  token text not null unique
);

-- ---------- passes and vouchers: bearer codes with an append-only ledger each ----------
create table public.pass_types (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null,
  entries integer not null check (entries between 1 and 200),
  price_cents integer not null check (price_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  valid_days integer not null check (valid_days between 1 and 3650),
  is_sold boolean not null default true,
  is_demo boolean not null default false
);
create table public.passes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  type_id text not null references public.pass_types (id),
  order_id uuid references public.orders (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  email text not null,
  entry_value_cents integer not null check (entry_value_cents >= 0),
  valid_until timestamptz not null,
  is_active boolean not null default false,
  created_at timestamptz not null default now()
);
create index passes_user on public.passes (user_id);
create index passes_order on public.passes (order_id);
create index passes_type on public.passes (type_id);

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  pool_id uuid not null references public.pools (id),
  participant_id uuid references public.participants (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  born_on date,
  note text not null default '' check (length(note) <= 1000),
  answers jsonb not null default '{}',
  is_outside_age boolean not null default false,
  state text not null check (state in ('pending', 'seated', 'cancelled', 'lapsed')),
  price_cents integer not null check (price_cents >= 0),
  currency text not null,
  policy jsonb not null,
  dates integer not null default 1 check (dates > 0),
  voucher_cents integer not null default 0 check (voucher_cents >= 0 and voucher_cents <= price_cents),
  pass_id uuid references public.passes (id) on delete set null,
  -- After a late cancellation: what the studio keeps until somebody else sits there.
  kept_cents integer not null default 0 check (kept_cents >= 0),
  seats_when_cancelled integer,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('guest', 'studio')),
  created_at timestamptz not null default now()
);
create index bookings_order on public.bookings (order_id);
create index bookings_pool on public.bookings (pool_id, state);
create index bookings_participant on public.bookings (participant_id);
create index bookings_pass on public.bookings (pass_id);

create table public.pass_entries (
  id bigint generated always as identity primary key,
  pass_id uuid not null references public.passes (id) on delete cascade,
  delta integer not null check (delta <> 0),
  booking_id uuid references public.bookings (id) on delete set null,
  reason text not null,
  at timestamptz not null default now()
);
create index pass_entries_pass on public.pass_entries (pass_id);
create index pass_entries_booking on public.pass_entries (booking_id);

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  currency text not null,
  -- Bought by this order, or credit for this booking.
  order_id uuid references public.orders (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  email text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index vouchers_order on public.vouchers (order_id);
create index vouchers_booking on public.vouchers (booking_id);
create index vouchers_user on public.vouchers (user_id);
create table public.voucher_entries (
  id bigint generated always as identity primary key,
  voucher_id uuid not null references public.vouchers (id) on delete cascade,
  delta_cents integer not null check (delta_cents <> 0),
  order_id uuid references public.orders (id) on delete set null,
  reason text not null,
  at timestamptz not null default now()
);
create index voucher_entries_voucher on public.voucher_entries (voucher_id);
create index voucher_entries_order on public.voucher_entries (order_id);

-- ---------- money that moved ----------
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  method text not null check (method in ('cash', 'card', 'transfer', 'desk_card')),
  provider_ref text unique,
  received_at timestamptz not null default now(),
  recorded_by uuid references auth.users (id) on delete set null
);
create index payments_order on public.payments (order_id);
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  booking_id uuid references public.bookings (id) on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  method text not null check (method in ('card', 'desk', 'transfer')),
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  reason text not null,
  provider_ref text unique,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index refunds_order on public.refunds (order_id);
create index refunds_due on public.refunds (created_at) where state <> 'done';

create function private.refuse_rewriting() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('onda.removing_demo', true), '') = 'on' then
    return old;
  end if;
  raise exception 'The ledger is only added to.' using errcode = '55000', hint = 'append_only';
end
$$;
create trigger append_only before update or delete on public.payments for each row execute function private.refuse_rewriting();
create trigger append_only before update or delete on public.pass_entries for each row execute function private.refuse_rewriting();
create trigger append_only before update or delete on public.voucher_entries for each row execute function private.refuse_rewriting();

-- ---------- what happened, what is to be done, what was answered ----------
create table public.timeline (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor uuid,
  what text not null,
  order_id uuid references public.orders (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete cascade,
  wait_id bigint references public.wait_entries (id) on delete cascade,
  details jsonb not null default '{}'
);
create index timeline_order on public.timeline (order_id, id);
create index timeline_session on public.timeline (session_id, id);
create index timeline_wait on public.timeline (wait_id, id);

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null default '{}',
  -- Two wishes for the same thing are one job.
  key text unique,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index jobs_due on private.jobs (run_at) where failed_at is null;
alter table private.jobs enable row level security;

create table private.answers (
  scope text not null,
  key text not null,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (scope, key)
);
create index answers_age on private.answers (at);
alter table private.answers enable row level security;
alter table private.order_links enable row level security;
alter table private.hold_links enable row level security;
alter table private.wait_links enable row level security;

create function private.add_job(kind text, payload jsonb, at timestamptz default now(), key text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.jobs (kind, payload, run_at, key) values (add_job.kind, add_job.payload, add_job.at, add_job.key)
  on conflict on constraint jobs_key_key do nothing;
  perform pg_notify('onda_jobs', '');
end
$$;
create function private.note(what text, order_id uuid default null, session_id uuid default null, wait_id bigint default null,
  details jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.timeline (actor, what, order_id, session_id, wait_id, details)
  values (auth.uid(), note.what, note.order_id, note.session_id, note.wait_id, note.details)
$$;

-- ---------- counters ----------
create function private.count_in_pool() returns trigger
language plpgsql security definer set search_path = '' as $$
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
      update public.pools set seats = seats + sign where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'holds' and side ->> 'state' = 'live' then
      update public.pools set held = held + sign * (side ->> 'places')::integer where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'wait_entries' and side ->> 'state' = 'offered' then
      update public.pools set offered = offered + sign * (side ->> 'places')::integer where id = (side ->> 'pool_id')::uuid;
    elsif tg_table_name = 'wait_entries' and side ->> 'state' = 'waiting' then
      update public.pools set waiting = waiting + sign where id = (side ->> 'pool_id')::uuid;
    end if;
  end loop;
  return null;
end
$$;
create trigger counted after insert or delete on public.bookings for each row execute function private.count_in_pool();
create trigger recounted after update of state, pool_id on public.bookings for each row
  when (old.state is distinct from new.state or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();
create trigger counted after insert or delete on public.holds for each row execute function private.count_in_pool();
create trigger recounted after update of state, places, pool_id on public.holds for each row
  when (old.state is distinct from new.state or old.places is distinct from new.places or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();
create trigger counted after insert or delete on public.wait_entries for each row execute function private.count_in_pool();
create trigger recounted after update of state, places, pool_id on public.wait_entries for each row
  when (old.state is distinct from new.state or old.places is distinct from new.places or old.pool_id is distinct from new.pool_id)
  execute function private.count_in_pool();

-- ---------- dates that change ----------
-- A clash of room or teacher that staff wanted is written down, and only then allowed.
alter table public.sessions
  add column sequence integer not null default 0,
  add column clash_reason text check (length(clash_reason) between 3 and 300),
  drop constraint room_is_free,
  drop constraint teacher_is_free,
  add constraint room_is_free exclude using gist (room_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'planned' and clash_reason is null) deferrable initially immediate,
  add constraint teacher_is_free exclude using gist (teacher_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'planned' and clash_reason is null) deferrable initially immediate,
  -- Looked at after the statement: a series that moves by a week passes over its own dates.
  drop constraint sessions_series_id_local_date_key,
  add constraint sessions_series_id_local_date_key unique (series_id, local_date) deferrable initially immediate;
create index sessions_pool on public.sessions (pool_id, starts_at);

-- Calendars that were subscribed to must notice: the number only rises.
create function private.raise_sequence() returns trigger language plpgsql set search_path = '' as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end
$$;
create trigger raise_sequence before update of local_date, local_time, duration_min, zone, room_id, status on public.sessions
  for each row when ((old.local_date, old.local_time, old.duration_min, old.zone, old.room_id, old.status)
    is distinct from (new.local_date, new.local_time, new.duration_min, new.zone, new.room_id, new.status))
  execute function private.raise_sequence();
