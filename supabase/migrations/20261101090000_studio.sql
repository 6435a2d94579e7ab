-- The studio's public programme and content: what visitors read.
-- Business actions (booking, paying, queueing) arrive as functions in later migrations.
create extension if not exists btree_gist;

create schema if not exists private;
revoke all on schema private from public;

-- One row: who the studio is.
create table public.studio (
  id boolean primary key default true check (id),
  name text not null check (name = lower(name) and length(name) between 1 and 40),
  description text not null,
  statement text not null,
  lead text not null,
  zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  locale text not null default 'en',
  invitation text not null,
  address text not null,
  getting_here text not null,
  access text not null,
  email text not null,
  phone text not null,
  phone_hours text not null,
  first_class_price_cents integer check (first_class_price_cents >= 0),
  updated_at timestamptz not null default now()
);

-- A studio without sample content still has a name and a home page.
insert into public.studio (name, description, statement, lead, zone, currency, invitation, address, getting_here, access, email,
  phone, phone_hours)
values ('onda',
  'onda supports education and helps clients express their passion for the arts creatively.',
  'A studio for the arts, about to open.', 'The programme is being drawn up. Come back soon.',
  'Europe/Lisbon', 'EUR', 'Come by.', '', '', '', '', '', '');

create table public.opening_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  check (closes > opens)
);

create table public.people (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  line text not null,
  bio text not null,
  discipline text check (discipline in ('sound', 'movement', 'image', 'word', 'making')),
  is_public boolean not null default true,
  is_demo boolean not null default false,
  position integer not null default 0
);

create table public.rooms (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  note text not null default '',
  is_demo boolean not null default false
);

create table public.offerings (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  kind text not null check (kind in ('class', 'course', 'workshop', 'event')),
  title text not null,
  summary text not null,
  body text not null,
  discipline text not null check (discipline in ('sound', 'movement', 'image', 'word', 'making')),
  level text not null default 'open' check (level in ('open', 'beginner', 'intermediate', 'advanced')),
  age_from smallint not null default 16 check (age_from >= 0),
  age_to smallint check (age_to >= age_from),
  price_cents integer not null check (price_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  bring text not null default '',
  teacher_id uuid references public.people (id),
  published_at timestamptz,
  is_demo boolean not null default false
);
create index offerings_teacher on public.offerings (teacher_id);

-- Wall time and zone are the truth; the instant is derived from them.
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
  ends_on date not null check (ends_on >= starts_on)
);
create index series_offering on public.series (offering_id);

-- What can be used up. The counters follow the bookings, never the other way round.
create table public.pools (
  id uuid primary key default gen_random_uuid(),
  capacity integer not null check (capacity > 0),
  taken integer not null default 0 check (taken between 0 and capacity),
  waiting integer not null default 0 check (waiting >= 0)
);

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references public.offerings (id) on delete cascade,
  series_id uuid references public.series (id) on delete set null,
  room_id uuid not null references public.rooms (id),
  teacher_id uuid references public.people (id),
  pool_id uuid not null references public.pools (id),
  local_date date not null,
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  starts_at timestamptz not null generated always as (timezone(zone, local_date + local_time)) stored,
  -- Minutes are added in UTC: a class that runs through a clock change keeps its length.
  ends_at timestamptz not null generated always as (
    timezone('UTC', timezone('UTC', timezone(zone, local_date + local_time)) + make_interval(mins => duration_min))
  ) stored,
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  unique (series_id, local_date),
  constraint room_is_free exclude using gist (
    room_id with =,
    tstzrange(starts_at, ends_at) with &&
  ) where (status = 'planned'),
  constraint teacher_is_free exclude using gist (
    teacher_id with =,
    tstzrange(starts_at, ends_at) with &&
  ) where (status = 'planned')
);
create index sessions_upcoming on public.sessions (starts_at) where status = 'planned';
create index sessions_offering on public.sessions (offering_id, starts_at);

create table public.works (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  year smallint not null,
  medium text not null,
  credits text not null,
  body text not null,
  discipline text not null check (discipline in ('sound', 'movement', 'image', 'word', 'making')),
  ratio_width smallint not null default 4 check (ratio_width > 0),
  ratio_height smallint not null default 3 check (ratio_height > 0),
  picture_description text not null,
  person_id uuid references public.people (id) on delete set null,
  featured_position integer,
  published_at timestamptz,
  is_demo boolean not null default false
);
create index works_person on public.works (person_id);

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null,
  body text not null,
  discipline text not null check (discipline in ('sound', 'movement', 'image', 'word', 'making')),
  author_id uuid references public.people (id) on delete set null,
  published_at timestamptz,
  is_demo boolean not null default false
);
create index posts_published on public.posts (published_at desc);
create index posts_author on public.posts (author_id);

create table public.shows (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null,
  host_id uuid references public.people (id) on delete set null,
  discipline text not null default 'sound' check (discipline in ('sound', 'movement', 'image', 'word', 'making')),
  is_demo boolean not null default false
);
create index shows_host on public.shows (host_id);

-- The weekly grid in wall time.
create table public.slots (
  id uuid primary key default gen_random_uuid(),
  show_id uuid not null references public.shows (id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  unique (weekday, local_time)
);
create index slots_show on public.slots (show_id);

-- ---------- who may read ----------
alter table public.studio enable row level security;
alter table public.opening_hours enable row level security;
alter table public.people enable row level security;
alter table public.rooms enable row level security;
alter table public.offerings enable row level security;
alter table public.series enable row level security;
alter table public.pools enable row level security;
alter table public.sessions enable row level security;
alter table public.works enable row level security;
alter table public.posts enable row level security;
alter table public.shows enable row level security;
alter table public.slots enable row level security;

create policy "everyone reads the studio" on public.studio for select using (true);
create policy "everyone reads the opening hours" on public.opening_hours for select using (true);
create policy "everyone reads public people" on public.people for select using (is_public);
create policy "everyone reads rooms" on public.rooms for select using (true);
create policy "everyone reads published offerings" on public.offerings for select using (published_at <= now());
create policy "everyone reads series of published offerings" on public.series for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads sessions of published offerings" on public.sessions for select
  using (exists (select from public.offerings o where o.id = offering_id and o.published_at <= now()));
create policy "everyone reads places left" on public.pools for select using (true);
create policy "everyone reads published works" on public.works for select using (published_at <= now());
create policy "everyone reads published posts" on public.posts for select using (published_at <= now());
create policy "everyone reads shows" on public.shows for select using (true);
create policy "everyone reads the grid" on public.slots for select using (true);

-- Least privilege: visitors and members read; writing comes with roles and functions.
revoke insert, update, delete, truncate on
  public.studio, public.opening_hours, public.people, public.rooms, public.offerings, public.series, public.pools,
  public.sessions, public.works, public.posts, public.shows, public.slots
from anon, authenticated;
grant select on
  public.studio, public.opening_hours, public.people, public.rooms, public.offerings, public.series, public.pools,
  public.sessions, public.works, public.posts, public.shows, public.slots
to anon, authenticated, service_role;

-- ---------- rendered pages are dropped the moment what they show changes ----------
create function private.notify_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('onda_content', tg_table_schema || '.' || tg_table_name);
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['studio', 'opening_hours', 'people', 'rooms', 'offerings', 'series', 'pools',
    'sessions', 'works', 'posts', 'shows', 'slots']
  loop
    execute format('create trigger content_changed after insert or update or delete or truncate on public.%I
      for each statement execute function private.notify_content()', name);
  end loop;
end
$$;
