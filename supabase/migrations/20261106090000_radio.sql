-- The radio: library, playlists, one-off evenings, wishes, what was played, who spoke, who listened.
-- Staff work in these tables under row policies; sound files lie beside the database and are the station's own to write.
create table public.radio_tracks (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'music' check (kind in ('music', 'jingle')),
  title text not null check (length(title) between 1 and 300),
  artist text not null default '' check (length(artist) <= 300),
  album text not null default '' check (length(album) <= 300),
  genre text not null default '' check (length(genre) <= 120),
  year smallint check (year between 1000 and 3000),
  isrc text not null default '' check (length(isrc) <= 20),
  duration_ms integer not null check (duration_ms > 0),
  -- As it came in; the file itself is brought to the station's loudness.
  loudness_lufs real,
  gain_db real not null default 0,
  file text not null unique check (file ~ '^[A-Za-z0-9_-]{1,80}\.mp3$'),
  cover_file text check (cover_file ~ '^[A-Za-z0-9_-]{1,80}\.(jpg|png|webp)$'),
  -- What was uploaded, so that the same file is recognised.
  source_sha256 text unique,
  source_name text not null default '' check (length(source_name) <= 300),
  source_format text not null default '' check (length(source_format) <= 60),
  is_requestable boolean not null default true,
  is_demo boolean not null default false,
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now()
);
create index radio_tracks_added_by on public.radio_tracks (added_by);
create index radio_tracks_names on public.radio_tracks (lower(artist), lower(title));

create table public.radio_playlists (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  kind text not null default 'rotation' check (kind in ('rotation', 'jingles')),
  weight real not null default 1 check (weight >= 0 and weight <= 1000),
  play_order text not null default 'shuffle' check (play_order in ('shuffle', 'in_order')),
  show_id uuid references public.shows (id) on delete cascade,
  from_time time,
  to_time time,
  weekdays smallint[] check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- Jingle lists: one after so many pieces of music.
  every smallint not null default 0 check (every between 0 and 100),
  is_enabled boolean not null default true,
  is_demo boolean not null default false
);
create index radio_playlists_show on public.radio_playlists (show_id);

create table public.radio_playlist_tracks (
  playlist_id uuid not null references public.radio_playlists (id) on delete cascade,
  track_id uuid not null references public.radio_tracks (id) on delete cascade,
  position integer not null default 0,
  weight real not null default 1 check (weight >= 0 and weight <= 1000),
  primary key (playlist_id, track_id)
);
create index radio_playlist_tracks_track on public.radio_playlist_tracks (track_id);

-- One evening that is different; it stands before the weekly grid (public.slots).
create table public.radio_one_offs (
  id uuid primary key default gen_random_uuid(),
  show_id uuid not null references public.shows (id) on delete cascade,
  local_date date not null,
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  playlist_id uuid references public.radio_playlists (id) on delete set null,
  is_sharp boolean not null default true,
  starts_at timestamptz not null generated always as (timezone(zone, local_date + local_time)) stored,
  unique (local_date, local_time)
);
create index radio_one_offs_show on public.radio_one_offs (show_id);
create index radio_one_offs_playlist on public.radio_one_offs (playlist_id);
create index radio_one_offs_start on public.radio_one_offs (starts_at);

-- Accounts that may go live while a show is on.
create table public.radio_show_hosts (
  show_id uuid not null references public.shows (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  primary key (show_id, user_id)
);
create index radio_show_hosts_user on public.radio_show_hosts (user_id);

-- One password a host, made by the station (never chosen), kept as a hash that is looked up.
create table private.radio_source_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  password_sha256 text not null unique,
  created_at timestamptz not null default now()
);

create table public.radio_requests (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null references public.radio_tracks (id) on delete cascade,
  visitor text not null check (length(visitor) <= 64),
  asked_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'played', 'declined')),
  decided_at timestamptz
);
create index radio_requests_waiting on public.radio_requests (asked_at) where state = 'waiting';
create index radio_requests_track on public.radio_requests (track_id);
create index radio_requests_visitor on public.radio_requests (visitor, asked_at);

-- What was on air, kept in words as well: a track may be deleted, what was played stays reportable.
create table public.radio_plays (
  id uuid primary key,
  track_id uuid references public.radio_tracks (id) on delete set null,
  show_id uuid references public.shows (id) on delete set null,
  kind text not null check (kind in ('music', 'jingle', 'live', 'episode', 'fallback')),
  title text not null,
  artist text not null default '',
  album text not null default '',
  started_at timestamptz not null,
  duration_ms integer,
  listeners integer not null default 0
);
create index radio_plays_newest on public.radio_plays (started_at desc);
create index radio_plays_track on public.radio_plays (track_id);
create index radio_plays_show on public.radio_plays (show_id);

create table public.radio_live_sessions (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  show_id uuid references public.shows (id) on delete set null,
  way text not null check (way in ('source', 'browser')),
  client text not null default '',
  format text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index radio_live_sessions_user on public.radio_live_sessions (user_id, started_at desc);
create index radio_live_sessions_show on public.radio_live_sessions (show_id);
create index radio_live_sessions_newest on public.radio_live_sessions (started_at desc);

-- Every try to go live, with the reason in words.
create table public.radio_connections (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references auth.users (id) on delete set null,
  way text not null default 'source',
  address text not null default '',
  client text not null default '',
  mount text not null default '',
  outcome text not null check (outcome in ('accepted', 'refused', 'ended')),
  status smallint,
  reason text not null
);
create index radio_connections_newest on public.radio_connections (at desc);
create index radio_connections_user on public.radio_connections (user_id, at desc);

-- Recordings of live shows.
create table public.radio_episodes (
  id uuid primary key default gen_random_uuid(),
  show_id uuid references public.shows (id) on delete cascade,
  live_session_id uuid references public.radio_live_sessions (id) on delete set null,
  title text not null check (length(title) between 1 and 300),
  summary text not null default '',
  file text not null unique check (file ~ '^[A-Za-z0-9_-]{1,80}\.mp3$'),
  bytes bigint not null check (bytes >= 0),
  duration_ms integer not null check (duration_ms >= 0),
  recorded_at timestamptz not null,
  published_at timestamptz
);
create index radio_episodes_show on public.radio_episodes (show_id, recorded_at desc);
create index radio_episodes_session on public.radio_episodes (live_session_id);

-- One row a listener and sitting. The visitor's mark changes daily and leads to nobody.
create table public.radio_listener_sessions (
  id bigint generated always as identity primary key,
  way text not null check (way in ('mp3', 'hls')),
  started_at timestamptz not null,
  seconds integer not null check (seconds >= 0),
  visitor text not null,
  client text not null default ''
);
create index radio_listener_sessions_start on public.radio_listener_sessions (started_at);

-- How many listened in each minute.
create table public.radio_listener_minutes (
  minute timestamptz primary key,
  listeners integer not null check (listeners >= 0),
  show_id uuid references public.shows (id) on delete set null
);
create index radio_listener_minutes_show on public.radio_listener_minutes (show_id);

-- ---------- who may do what ----------
do $$
declare
  name text;
begin
  foreach name in array array['radio_tracks', 'radio_playlists', 'radio_playlist_tracks', 'radio_one_offs',
    'radio_show_hosts', 'radio_requests', 'radio_plays', 'radio_live_sessions', 'radio_connections', 'radio_episodes',
    'radio_listener_sessions', 'radio_listener_minutes']
  loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from anon, authenticated', name);
    execute format('grant select on public.%I to authenticated', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('create policy "staff read" on public.%I for select to authenticated using ((select public.is_staff()))', name);
  end loop;
  foreach name in array array['radio_playlists', 'radio_playlist_tracks', 'radio_one_offs', 'radio_show_hosts']
  loop
    execute format('grant insert, update, delete on public.%I to authenticated', name);
    execute format('create policy "staff write" on public.%I for all to authenticated
      using ((select public.is_staff())) with check ((select public.is_staff()))', name);
  end loop;
end
$$;
alter table private.radio_source_passwords enable row level security;

-- The words of a track are staff's to correct; its sound is not.
grant update (kind, title, artist, album, genre, year, isrc, is_requestable) on public.radio_tracks to authenticated;
create policy "staff correct tracks" on public.radio_tracks for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
grant update (state, decided_at) on public.radio_requests to authenticated;
create policy "staff decide on wishes" on public.radio_requests for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
grant update (title, summary, published_at, show_id), delete on public.radio_episodes to authenticated;
create policy "staff edit episodes" on public.radio_episodes for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff remove episodes" on public.radio_episodes for delete to authenticated
  using ((select public.is_staff()));

-- Hosts see their own doings.
create policy "hosts read their live sessions" on public.radio_live_sessions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "hosts read their connections" on public.radio_connections for select to authenticated
  using (user_id = (select auth.uid()));
create policy "hosts read their shows" on public.radio_show_hosts for select to authenticated
  using (user_id = (select auth.uid()));

-- Everyone may know what was played, what can be wished for and which recordings are out.
grant select on public.radio_plays, public.radio_episodes, public.radio_one_offs to anon;
grant select (id, kind, title, artist, album, duration_ms, is_requestable) on public.radio_tracks to anon;
create policy "everyone reads what was played" on public.radio_plays for select using (kind <> 'fallback');
create policy "everyone reads published episodes" on public.radio_episodes for select using (published_at <= now());
create policy "everyone reads one-off evenings" on public.radio_one_offs for select using (true);
create policy "everyone reads what can be wished for" on public.radio_tracks for select
  using (is_requestable and kind = 'music');

-- The weekly grid and the shows are staff's to draw.
grant insert, update, delete on public.shows, public.slots to authenticated;
grant all on public.shows, public.slots to service_role;
create policy "staff write shows" on public.shows for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write the grid" on public.slots for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

-- ---------- the station hears of every change of its programme ----------
create function private.notify_radio() returns trigger language plpgsql as $$
begin
  perform pg_notify('onda_radio', tg_table_name);
  return null;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['studio', 'people', 'shows', 'slots', 'radio_tracks', 'radio_playlists',
    'radio_playlist_tracks', 'radio_one_offs', 'radio_show_hosts', 'radio_requests']
  loop
    execute format('create trigger radio_changed after insert or update or delete or truncate on public.%I
      for each statement execute function private.notify_radio()', name);
  end loop;
  foreach name in array array['radio_one_offs', 'radio_episodes']
  loop
    execute format('create trigger content_changed after insert or update or delete or truncate on public.%I
      for each statement execute function private.notify_content()', name);
  end loop;
end
$$;
