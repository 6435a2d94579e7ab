-- Orders, bookings, holds, the waiting list, passes and vouchers. Written only by functions; triggers update the counters
-- of a capacity pool for every writer.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- What a bank transfer names and what people read out on the phone.
  number text not null unique,
  kind text not null default 'booking' check (kind in ('booking', 'pass', 'voucher')),
  state text not null check (state in ('pending', 'confirmed', 'cancelled', 'lapsed')),
  user_id uuid references auth.users (id) on delete set null,
  buyer_name text collate "und-x-icu" not null check (length(buyer_name) between 1 and 120),
  buyer_email text not null check (length(buyer_email) between 3 and 254),
  buyer_phone text not null default '' check (length(buyer_phone) <= 40),
  -- For receipts, where the studio asks for them.
  buyer_address text not null default '' check (length(buyer_address) <= 300),
  buyer_tax_number text not null default '' check (length(buyer_tax_number) <= 40),
  -- Of the page that it was made on.
  language text not null default private.page_language() check (private.are_languages(array[language])),
  method text not null check (method in ('studio', 'transfer', 'card', 'pass', 'none')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What is to be paid in money, after vouchers and passes; follows cancellations.
  total_cents integer not null check (total_cents >= 0),
  due_at timestamptz,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  is_demo boolean not null default false,
  -- Written by triggers, so that the list of what is unpaid needs no sums over the payments.
  paid_cents integer not null default 0,
  -- Refunded although the place was not cancelled: it lowers the total of the order.
  allowed_cents integer not null default 0 check (allowed_cents >= 0)
);
comment on table public.orders is 'Orders: who buys, how it is paid and what is due.';
alter table public.orders enable row level security;

create table private.order_links (
  order_id uuid primary key references public.orders (id) on delete cascade,
  token text not null unique
);
comment on table private.order_links is
  'Secret links to orders, in a table of their own so that no select on an order ever shows one.';
alter table private.order_links enable row level security;

create table public.waitlist_entries (
  id bigint generated always as identity primary key,
  pool_id uuid not null references public.capacity_pools (id) on delete cascade,
  places integer not null check (places between 1 and 20),
  priority integer not null default 0,
  joined_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'closed')),
  offered_at timestamptz,
  offer_ends_at timestamptz,
  user_id uuid references auth.users (id) on delete set null,
  name text collate "und-x-icu" not null check (length(name) between 1 and 120),
  email text not null check (length(email) between 3 and 254),
  phone text not null default '' check (length(phone) <= 40),
  -- Of the page that it was made on.
  language text not null default private.page_language() check (private.are_languages(array[language])),
  is_demo boolean not null default false,
  check (state <> 'offered' or offer_ends_at is not null)
);
comment on table public.waitlist_entries is 'Entries of waiting lists.';
alter table public.waitlist_entries enable row level security;

create table private.waitlist_links (
  waitlist_entry_id bigint primary key references public.waitlist_entries (id) on delete cascade,
  token text not null unique
);
comment on table private.waitlist_links is 'Secret links to waiting list entries.';
alter table private.waitlist_links enable row level security;

create table public.holds (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references public.capacity_pools (id) on delete cascade,
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
  waitlist_entry_id bigint unique references public.waitlist_entries (id) on delete set null,
  is_proven boolean not null default true
);
comment on table public.holds is 'Places that are held for a few minutes while someone fills in the form.';
alter table public.holds enable row level security;

create table private.hold_links (
  hold_id uuid primary key references public.holds (id) on delete cascade,
  token text not null unique
);
comment on table private.hold_links is 'Secret links to holds.';
alter table private.hold_links enable row level security;

create table public.pass_types (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text collate "und-x-icu" not null,
  entries integer not null check (entries between 1 and 200),
  price_cents integer not null check (price_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  valid_days integer not null check (valid_days between 1 and 3650),
  is_sold boolean not null default true,
  is_demo boolean not null default false,
  translations jsonb not null default '{}'
);
comment on table public.pass_types is 'Passes that can be bought.';
alter table public.pass_types enable row level security;

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
comment on table public.passes is 'Passes that were sold; anyone who has the code can use it.';
alter table public.passes enable row level security;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  pool_id uuid not null references public.capacity_pools (id),
  participant_id uuid references public.participants (id) on delete set null,
  name text collate "und-x-icu" not null check (length(name) between 1 and 120),
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
  -- After a late cancellation: what the studio retains until someone else takes the place.
  retained_cents integer not null default 0 check (retained_cents >= 0),
  seats_when_cancelled integer,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('guest', 'studio')),
  -- The time of the row, not of the transaction: places of one order stay in their order.
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.bookings is 'One booked place of one person, with price and policy as they were when it was booked.';
alter table public.bookings enable row level security;

create table public.pass_entries (
  id bigint generated always as identity primary key,
  pass_id uuid not null references public.passes (id) on delete cascade,
  delta integer not null check (delta <> 0),
  booking_id uuid references public.bookings (id) on delete set null,
  -- A code, which the page words.
  cause text not null check (cause ~ '^[a-z_]{1,60}$'),
  at timestamptz not null default now()
);
comment on table public.pass_entries is 'Entries added to and taken from passes; rows are only added.';
alter table public.pass_entries enable row level security;

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
comment on table public.vouchers is 'Vouchers that were bought or given as credit; anyone who has the code can use it.';
alter table public.vouchers enable row level security;

create table public.voucher_entries (
  id bigint generated always as identity primary key,
  voucher_id uuid not null references public.vouchers (id) on delete cascade,
  delta_cents integer not null check (delta_cents <> 0),
  order_id uuid references public.orders (id) on delete set null,
  -- A code, which the page words, and what staff typed.
  cause text not null check (cause ~ '^[a-z_]{1,60}$'),
  reason text not null default '',
  at timestamptz not null default now()
);
comment on table public.voucher_entries is 'Amounts added to and taken from vouchers; rows are only added.';
alter table public.voucher_entries enable row level security;

-- ---------- indexes ----------
create index orders_user on public.orders (user_id);
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_email on public.orders (lower(buyer_email));
create index orders_pending on public.orders (created_at) where state = 'pending';
create index orders_unpaid on public.orders (created_at desc, id desc) where state = 'confirmed' and total_cents > paid_cents;
create index orders_buyer_parts on public.orders using gin (buyer_name gin_trgm_ops, buyer_email gin_trgm_ops, number gin_trgm_ops);
-- Searching among many years of people uses a trigram index, in lower case and without accents. Words of fewer
-- than three letters cannot use the index: they are compared row by row.
create index orders_searchable on public.orders
  using gin (private.searchable(number || ' ' || buyer_name || ' ' || buyer_email || ' ' || buyer_phone) gin_trgm_ops);
create index waitlist_entries_order on public.waitlist_entries (pool_id, priority desc, joined_at, id) where state = 'waiting';
create index waitlist_entries_offers on public.waitlist_entries (offer_ends_at) where state = 'offered';
create index waitlist_entries_user on public.waitlist_entries (user_id);
create index waitlist_entries_searchable on public.waitlist_entries using gin (private.searchable(name || ' ' || email) gin_trgm_ops);
create index holds_live on public.holds (expires_at) where state = 'live';
create index holds_pool on public.holds (pool_id) where state = 'live';
create index holds_session on public.holds (session_id);
create index holds_user on public.holds (user_id);
create index holds_unproven on public.holds (pool_id, order_id) where not is_proven;
create index passes_user on public.passes (user_id);
create index passes_order on public.passes (order_id);
create index passes_type on public.passes (type_id);
create index passes_newest on public.passes (created_at desc, id desc);
create index bookings_order on public.bookings (order_id);
create index bookings_pool on public.bookings (pool_id, state);
create index bookings_cancelled on public.bookings (cancelled_at) where cancelled_at is not null;
create index bookings_participant on public.bookings (participant_id);
create index bookings_pass on public.bookings (pass_id);
create index bookings_searchable on public.bookings using gin (private.searchable(name) gin_trgm_ops);
create index pass_entries_pass on public.pass_entries (pass_id);
create index pass_entries_booking on public.pass_entries (booking_id);
create index vouchers_order on public.vouchers (order_id);
create index vouchers_booking on public.vouchers (booking_id);
create index vouchers_user on public.vouchers (user_id);
create index vouchers_newest on public.vouchers (created_at desc, id desc);
create index voucher_entries_voucher on public.voucher_entries (voucher_id);
create index voucher_entries_order on public.voucher_entries (order_id);

-- ---------- row policies ----------
create policy "buyers and staff read orders" on public.orders for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "people read their own holds, staff all" on public.holds for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "people read their own waiting list entries, staff all" on public.waitlist_entries for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "everyone reads what passes there are" on public.pass_types for select
  using (is_sold and (select s.is_on from public.site_sections s where s.name = 'passes'));
create policy "staff read all pass types" on public.pass_types for select to authenticated using ((select public.is_staff()));
create policy "owners and staff read passes" on public.passes for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "owners and staff read pass entries" on public.pass_entries for select to authenticated
  using (exists (select from public.passes p where p.id = pass_id));
create policy "owners and staff read vouchers" on public.vouchers for select to authenticated
  using (user_id = (select private.current_user_id()) or (select public.is_staff()));
create policy "owners and staff read voucher entries" on public.voucher_entries for select to authenticated
  using (exists (select from public.vouchers v where v.id = voucher_id));

-- ---------- triggers ----------
create trigger append_only before update or delete on public.pass_entries
  for each row execute function private.prevent_changes();
create trigger append_only before update or delete on public.voucher_entries
  for each row execute function private.prevent_changes();
create trigger content_changed after insert or update or delete or truncate on public.pass_types
  for each statement execute function private.notify_content();
create trigger birthday_is_one before insert or update of born_on on public.bookings
  for each row when (new.born_on is not null) execute function private.check_birthday();

-- ---------- rights ----------
revoke all on public.orders, public.waitlist_entries, public.holds, public.pass_types, public.passes, public.bookings,
  public.pass_entries, public.vouchers, public.voucher_entries from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.waitlist_entries_id_seq, public.pass_entries_id_seq,
  public.voucher_entries_id_seq from anon, authenticated;
grant select on public.pass_types to anon, authenticated;
grant select on public.orders, public.waitlist_entries, public.passes, public.bookings, public.pass_entries, public.vouchers,
  public.voucher_entries to authenticated;
grant all on public.orders, public.waitlist_entries, public.holds, public.pass_types, public.passes, public.bookings,
  public.pass_entries, public.vouchers, public.voucher_entries to service_role;
