-- The radio's programme: shows, weekly slots, tracks, playlists, one-off shows, hosts, requests. Sound files are stored
-- beside the database and written by the station.

create table public.shows (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text collate "und-x-icu" not null,
  summary text not null,
  host_id uuid references public.people (id) on delete set null,
  discipline text not null default private.default_discipline('sound') references public.disciplines (slug),
  is_demo boolean not null default false,
  translations jsonb not null default '{}'
);
comment on table public.shows is 'Radio shows.';
alter table public.shows enable row level security;

create table public.slots (
  id uuid primary key default gen_random_uuid(),
  show_id uuid not null references public.shows (id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  local_time time not null,
  duration_min integer not null check (duration_min between 5 and 1440),
  zone text not null,
  -- Live or playlists; a recording that is planned for each date; or the show's newest recording once more.
  content text not null default 'live' check (content in ('live', 'prerecorded', 'repeat')),
  unique (weekday, local_time)
);
comment on table public.slots is 'The weekly schedule of the radio in wall time.';
alter table public.slots enable row level security;

create table public.radio_tracks (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'music' check (kind in ('music', 'jingle')),
  title text collate "und-x-icu" not null check (length(title) between 1 and 300),
  artist text collate "und-x-icu" not null default '' check (length(artist) <= 300),
  album text collate "und-x-icu" not null default '' check (length(album) <= 300),
  genre text not null default '' check (length(genre) <= 120),
  year smallint check (year between 1000 and 3000),
  -- For royalty reports: who wrote it, who released it, and the code of the recording without hyphens.
  composer text not null default '' check (length(composer) <= 300),
  label text not null default '' check (length(label) <= 300),
  isrc text not null default '' check (isrc ~ '^([A-Z]{2}[A-Z0-9]{3}[0-9]{7})?$'),
  duration_ms integer not null check (duration_ms > 0),
  -- What the programme plays of it; without an end all of it.
  cue_in_ms integer not null default 0 check (cue_in_ms >= 0),
  cue_out_ms integer,
  -- Highest samples of equally long parts, 0 to 100, that draw its waveform.
  peaks smallint[] not null default '{}' check (cardinality(peaks) <= 1000),
  check (cue_in_ms < coalesce(cue_out_ms, duration_ms) and coalesce(cue_out_ms, duration_ms) <= duration_ms),
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
  -- Hours and weekdays in which it may play.
  from_time time,
  to_time time,
  weekdays smallint[] check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- The class that it promotes: it plays more often the more places are empty, and not while the class is full or over.
  offering_id uuid references public.offerings (id) on delete set null,
  constraint only_jingles_promote check (offering_id is null or kind = 'jingle'),
  is_demo boolean not null default false,
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now()
);
comment on table public.radio_tracks is 'Tracks and jingles of the radio''s library.';
alter table public.radio_tracks enable row level security;

create table public.radio_playlists (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (length(name) between 1 and 120),
  kind text not null default 'rotation' check (kind in ('rotation', 'jingles')),
  weight real not null default 1 check (weight >= 0 and weight <= 1000),
  play_order text not null default 'shuffle' check (play_order in ('shuffle', 'in_order')),
  -- How one track follows another; the seconds are those of the crossfade or of the gap.
  transition text not null default 'crossfade' check (transition in ('crossfade', 'segue', 'gap', 'none')),
  transition_seconds real not null default 3 check (transition_seconds between 0 and case transition when 'gap' then 4 else 10 end),
  show_id uuid references public.shows (id) on delete cascade,
  from_time time,
  to_time time,
  weekdays smallint[] check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- Jingle lists: one after so many tracks.
  every smallint not null default 0 check (every between 0 and 100),
  -- The class that curates it: its members and its teacher choose the tracks and their order.
  offering_id uuid references public.offerings (id) on delete set null,
  constraint classes_curate_music_in_order check (offering_id is null or (kind = 'rotation' and play_order = 'in_order')),
  is_enabled boolean not null default true,
  is_demo boolean not null default false
);
comment on table public.radio_playlists is 'Playlists: rotation or jingles, when they play and how often.';
alter table public.radio_playlists enable row level security;

create table public.radio_playlist_tracks (
  playlist_id uuid not null references public.radio_playlists (id) on delete cascade,
  track_id uuid not null references public.radio_tracks (id) on delete cascade,
  position integer not null default 0,
  weight real not null default 1 check (weight >= 0 and weight <= 1000),
  primary key (playlist_id, track_id)
);
comment on table public.radio_playlist_tracks is 'Tracks of a playlist in order.';
alter table public.radio_playlist_tracks enable row level security;

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
comment on table public.radio_one_offs is 'Single shows on a date; they come before the weekly slots.';
alter table public.radio_one_offs enable row level security;

create table public.radio_show_hosts (
  show_id uuid not null references public.shows (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  primary key (show_id, user_id)
);
comment on table public.radio_show_hosts is 'Accounts that may go live while a show is on.';
alter table public.radio_show_hosts enable row level security;

create table private.radio_source_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  password_sha256 text not null unique,
  created_at timestamptz not null default now()
);
comment on table private.radio_source_passwords is
  'One password per host, generated by the station and stored as a hash that is looked up.';
alter table private.radio_source_passwords enable row level security;

create table public.radio_settings (
  id boolean primary key default true check (id),
  -- A place that becomes free today has the promo of its class played within so many minutes; null: it has not.
  spot_minutes smallint check (spot_minutes between 5 and 180),
  -- A fourth stream, Opus at 96 kbit/s. It costs disk and encoding time, so it is off until someone wants it.
  has_opus96 boolean not null default false
);
comment on table public.radio_settings is 'One row: what the studio decides for its station.';
alter table public.radio_settings enable row level security;
insert into public.radio_settings default values;

create table public.radio_requests (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null references public.radio_tracks (id) on delete cascade,
  visitor text not null check (length(visitor) <= 64),
  asked_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'played', 'declined')),
  decided_at timestamptz
);
comment on table public.radio_requests is 'Songs that listeners requested.';
alter table public.radio_requests enable row level security;

-- ---------- indexes ----------
create index shows_host on public.shows (host_id);
create index shows_discipline on public.shows (discipline);
create index slots_show on public.slots (show_id);
create index radio_tracks_added_by on public.radio_tracks (added_by);
create index radio_tracks_offering on public.radio_tracks (offering_id);
create index radio_tracks_names on public.radio_tracks (lower(artist), lower(title));
create index radio_tracks_parts on public.radio_tracks using gin (title gin_trgm_ops, artist gin_trgm_ops);
create index radio_tracks_in_order on public.radio_tracks (artist, title, id);
create index radio_playlists_show on public.radio_playlists (show_id);
create index radio_playlists_offering on public.radio_playlists (offering_id) where offering_id is not null;
create index radio_playlist_tracks_track on public.radio_playlist_tracks (track_id);
create index radio_playlist_tracks_in_order on public.radio_playlist_tracks (playlist_id, position, track_id);
create index radio_one_offs_show on public.radio_one_offs (show_id);
create index radio_one_offs_playlist on public.radio_one_offs (playlist_id);
create index radio_one_offs_start on public.radio_one_offs (starts_at);
create index radio_show_hosts_user on public.radio_show_hosts (user_id);
create index radio_requests_waiting on public.radio_requests (asked_at) where state = 'waiting';
create index radio_requests_newest on public.radio_requests (asked_at desc);
create index radio_requests_track on public.radio_requests (track_id);
create index radio_requests_visitor on public.radio_requests (visitor, asked_at);

-- ---------- row policies ----------
create policy "everyone reads shows" on public.shows for select
  using ((select s.is_on from public.site_sections s where s.name = 'radio'));
create policy "everyone reads the grid" on public.slots for select
  using ((select s.is_on from public.site_sections s where s.name = 'radio'));
create policy "staff correct tracks" on public.radio_tracks for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff decide on song requests" on public.radio_requests for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "hosts read their shows" on public.radio_show_hosts for select to authenticated
  using (user_id = (select private.current_user_id()));
create policy "everyone reads one-off evenings" on public.radio_one_offs for select
  using ((select s.is_on from public.site_sections s where s.name = 'radio'));
create policy "everyone reads tracks that can be requested" on public.radio_tracks for select
  using (is_requestable and kind = 'music');
create policy "staff write shows" on public.shows for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write the grid" on public.slots for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "hosts read their tracks" on public.radio_tracks for select to authenticated
  using (added_by = (select private.current_user_id()) and (select public.has_role('host')));
create policy "hosts correct their tracks" on public.radio_tracks for update to authenticated
  using (added_by = (select private.current_user_id()) and (select public.has_role('host')))
  with check (added_by = (select private.current_user_id()) and (select public.has_role('host')));
create policy "staff read" on public.radio_tracks for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_playlists for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_playlist_tracks for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_one_offs for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_show_hosts for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_settings for select to authenticated using ((select public.is_staff()));
create policy "staff change" on public.radio_settings for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff read" on public.radio_requests for select to authenticated using ((select public.is_staff()));
create policy "staff write" on public.radio_playlists for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write" on public.radio_playlist_tracks for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write" on public.radio_one_offs for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write" on public.radio_show_hosts for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

-- ---------- functions ----------
create function private.notify_radio() returns trigger language plpgsql as $$
begin
  perform pg_notify('onda_radio', tg_table_name);
  return null;
end
$$;

-- Written in any of the usual ways, it is stored in one.
create function private.normalize_isrc() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  code text := upper(regexp_replace(regexp_replace(new.isrc, '^\s*ISRC[\s:]*', '', 'i'), '[\s-]', '', 'g'));
begin
  if code <> '' and code !~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$' then
    perform private.fail(422, 'bad_isrc', format(
      '"%s" is not an ISRC. It has twelve characters: two letters, three letters or digits, seven digits, such as PTABC2600001.',
      left(new.isrc, 40)), jsonb_build_object('values', jsonb_build_object('text', left(new.isrc, 40))));
  end if;
  new.isrc := code;
  return new;
end
$$;

-- ---------- triggers ----------
create trigger normalize_isrc before insert or update of isrc on public.radio_tracks
  for each row when (new.isrc <> '') execute function private.normalize_isrc();
create trigger content_changed after insert or update or delete or truncate on public.shows
  for each statement execute function private.notify_content();
create trigger content_changed after insert or update or delete or truncate on public.slots
  for each statement execute function private.notify_content();
create trigger radio_changed after insert or update or delete or truncate on public.studio
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.people
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.shows
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.slots
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_tracks
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_playlists
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_playlist_tracks
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_one_offs
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_show_hosts
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_requests
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_settings
  for each statement execute function private.notify_radio();
create trigger content_changed after insert or update or delete or truncate on public.radio_one_offs
  for each statement execute function private.notify_content();
create trigger searchable after insert or update or delete on public.shows
  for each row execute function private.write_search_document();

-- ---------- rights ----------
revoke all on public.shows, public.slots, public.radio_tracks, public.radio_playlists, public.radio_playlist_tracks,
  public.radio_one_offs, public.radio_show_hosts, public.radio_settings, public.radio_requests from anon, authenticated;
grant select, insert, update, delete on public.shows, public.slots, public.radio_playlists, public.radio_playlist_tracks,
  public.radio_one_offs, public.radio_show_hosts to authenticated;
grant select on public.shows, public.slots to anon;
grant select on public.radio_tracks, public.radio_settings, public.radio_requests to authenticated;
grant update (spot_minutes, has_opus96) on public.radio_settings to authenticated;
-- The details of a track are staff's to correct, and where it begins and ends; its sound is not.
grant select (id, kind, title, artist, album, duration_ms, is_requestable) on public.radio_tracks to anon;
grant update (kind, title, artist, album, genre, year, composer, label, isrc, cue_in_ms, cue_out_ms, is_requestable, from_time,
  to_time, weekdays, offering_id) on public.radio_tracks to authenticated;
grant update (state, decided_at) on public.radio_requests to authenticated;
grant all on public.shows, public.slots, public.radio_tracks, public.radio_playlists, public.radio_playlist_tracks,
  public.radio_one_offs, public.radio_show_hosts, public.radio_settings, public.radio_requests to service_role;
