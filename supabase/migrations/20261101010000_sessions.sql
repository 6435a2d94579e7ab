-- When and where offerings meet: series, sessions, and the pools that count their places.

create table public.series (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references public.offerings (id) on delete cascade,
  room_id uuid not null references public.rooms (id),
  teacher_id uuid references public.people (id),
  weekday smallint not null check (weekday between 1 and 7),
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  capacity integer not null check (capacity > 0),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  every_weeks smallint not null default 1 check (every_weeks between 1 and 12),
  -- The first to the fourth such weekday of a month, or -1 for the last. Null: the rule goes by weeks.
  month_week smallint check (month_week in (1, 2, 3, 4, -1)),
  constraint weeks_or_months check (month_week is null or every_weeks = 1)
);
comment on table public.series is
  'Rules that repeat an offering by weeks or by months, in wall time and time zone; the instant is derived from them.';
alter table public.series enable row level security;

create table public.capacity_pools (
  id uuid primary key default gen_random_uuid(),
  capacity integer not null check (capacity > 0),
  waiting integer not null default 0 check (waiting >= 0),
  -- Seats, live holds and open offers together never exceed the pool. "taken" is what the public sees: while anyone
  -- waits, a freed place is private and the pool reads as full.
  seats integer not null default 0 check (seats >= 0),
  held integer not null default 0 check (held >= 0),
  offered integer not null default 0 check (offered >= 0),
  taken integer not null generated always as (
    case when waiting > 0 then capacity else seats + held + offered end
  ) stored,
  constraint pool_is_not_overbooked check (seats + held + offered <= capacity)
);
comment on table public.capacity_pools is 'Places that can be booked, with counters that follow the bookings, never the other way round.';
alter table public.capacity_pools enable row level security;

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references public.offerings (id) on delete cascade,
  series_id uuid references public.series (id) on delete set null,
  room_id uuid not null references public.rooms (id),
  teacher_id uuid references public.people (id),
  pool_id uuid not null references public.capacity_pools (id),
  local_date date not null,
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  starts_at timestamptz not null generated always as (timezone(zone, local_date + local_time)) stored,
  -- Minutes are added in UTC: a class that runs through a clock change has its full length.
  ends_at timestamptz not null generated always as (
    timezone('UTC', timezone('UTC', timezone(zone, local_date + local_time)) + make_interval(mins => duration_min))
  ) stored,
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  sequence integer not null default 0,
  -- A clash of room or teacher that staff wanted is written down, and only then allowed.
  clash_reason text check (length(clash_reason) between 3 and 300),
  -- People listen from home, in their browser; the room is where the teacher speaks.
  is_online boolean not null default false,
  -- Looked at after the statement: a series that moves by a week passes over its own dates.
  constraint sessions_series_id_local_date_key unique (series_id, local_date) deferrable initially immediate,
  constraint room_is_free exclude using gist (room_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'planned' and clash_reason is null) deferrable initially immediate,
  constraint teacher_is_free exclude using gist (teacher_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'planned' and clash_reason is null) deferrable initially immediate
);
comment on table public.sessions is 'Single meetings of an offering, in wall time and time zone.';
alter table public.sessions enable row level security;

-- ---------- indexes ----------
create index series_offering on public.series (offering_id);
create index series_room on public.series (room_id);
create index series_teacher on public.series (teacher_id);
-- Pools count their own waiting lists: only those on the page are looked into.
create index capacity_pools_waited_for on public.capacity_pools (id) where waiting > 0 or offered > 0;
create index sessions_upcoming on public.sessions (starts_at) where status = 'planned';
create index sessions_offering on public.sessions (offering_id, starts_at);
create index sessions_pool on public.sessions (pool_id, starts_at);
create index sessions_newest on public.sessions (starts_at, id);
create index sessions_room on public.sessions (room_id);
create index sessions_local_date on public.sessions (local_date);

-- ---------- row policies ----------
create policy "everyone reads series of published offerings" on public.series for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads sessions of published offerings" on public.sessions for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads places left" on public.capacity_pools for select using (true);
create policy "staff read all series" on public.series for select to authenticated using ((select public.is_staff()));
create policy "staff read all sessions" on public.sessions for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
-- Calendars that were subscribed to must notice: the number only rises.
create function private.raise_sequence() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end
$$;

-- The moment until which a pool can be booked: when its next date begins. Null: nothing is to come.
create function private.pool_starts_at(pool uuid) returns timestamptz language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(starts_at) from public.sessions where pool_id = pool and status = 'planned' and starts_at > now()
$$;

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.series
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.capacity_pools
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.sessions
  for each statement execute function private.notify_content();
create trigger raise_sequence before update of local_date, local_time, duration_min, zone, room_id, status, is_online on public.sessions
  for each row when ((old.local_date, old.local_time, old.duration_min, old.zone, old.room_id, old.status, old.is_online)
    is distinct from (new.local_date, new.local_time, new.duration_min, new.zone, new.room_id, new.status, new.is_online))
  execute function private.raise_sequence();

-- ---------- rights ----------
revoke all on public.series, public.capacity_pools, public.sessions from anon, authenticated;
grant select on public.series, public.capacity_pools to anon, authenticated;
grant select on public.sessions to authenticated;
-- Why a session may overlap another one is the staff's own note.
grant select (id, offering_id, series_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone, starts_at,
  ends_at, status, sequence, is_online) on public.sessions to anon;
grant all on public.series, public.capacity_pools, public.sessions to service_role;
