-- What went on air: plays, live sessions, recordings, listeners, and who hosts which show.

create table public.radio_plays (
  id uuid primary key,
  track_id uuid references public.radio_tracks (id) on delete set null,
  show_id uuid references public.shows (id) on delete set null,
  kind text not null check (kind in ('music', 'jingle', 'live', 'episode', 'fallback')),
  title text not null,
  artist text not null default '',
  album text not null default '',
  composer text not null default '',
  label text not null default '',
  isrc text not null default '',
  started_at timestamptz not null,
  duration_ms integer,
  -- When it began, and everybody who heard any part of it; null while it plays.
  listeners integer not null default 0,
  performances integer,
  is_demo boolean not null default false
);
comment on table public.radio_plays is
  'What was on air, with titles of its own: a track may be deleted, what was played stays reportable.';
alter table public.radio_plays enable row level security;

create table public.radio_live_sessions (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete set null,
  show_id uuid references public.shows (id) on delete set null,
  way text not null check (way in ('source', 'browser')),
  client text not null default '',
  format text not null default '',
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason jsonb check (end_reason ? 'code'),
  -- A host whose connection broke comes back as a new live session: the chat of their show goes on.
  chat_id uuid
);
comment on table public.radio_live_sessions is 'Times at which a host was live.';
alter table public.radio_live_sessions enable row level security;

create table public.radio_connections (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references auth.users (id) on delete set null,
  way text not null default 'source',
  address text not null default '',
  client text not null default '',
  mount text not null default '',
  outcome text not null check (outcome in ('accepted', 'rejected', 'ended')),
  status smallint,
  reason jsonb not null check (reason ? 'code')
);
comment on table public.radio_connections is 'Every attempt to go live, with its outcome and reason: a code with values, which a page words.';
alter table public.radio_connections enable row level security;

create table public.radio_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event jsonb not null check (event ? 'code')
);
comment on table public.radio_events is 'Alarms of the station and what staff did in the control room: a code with values, which a page words.';
alter table public.radio_events enable row level security;

create function private.are_chapters(given jsonb) returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(given) <> 'array' or jsonb_array_length(given) > 500 then false
    else coalesce((
      -- A field that is missing makes the whole null, which is no yes.
      select bool_and(coalesce(jsonb_typeof(c) = 'object' and jsonb_typeof(c -> 'start_ms') = 'number'
        and (c ->> 'start_ms')::numeric between 0 and 86400000
        and jsonb_typeof(c -> 'title') = 'string' and length(c ->> 'title') between 1 and 300, false))
      from jsonb_array_elements(given) c), true)
    end
$$;

create table public.radio_episodes (
  id uuid primary key default gen_random_uuid(),
  show_id uuid references public.shows (id) on delete cascade,
  live_session_id uuid references public.radio_live_sessions (id) on delete set null,
  title text collate "und-x-icu" not null check (length(title) between 1 and 300),
  summary text not null default '',
  file text not null unique check (file ~ '^[A-Za-z0-9_-]{1,80}\.mp3$'),
  bytes bigint not null check (bytes >= 0),
  duration_ms integer not null check (duration_ms >= 0),
  recorded_at timestamptz not null,
  published_at timestamptz,
  translations jsonb not null default '{}',
  -- What its podcast offers beside the sound: titles with their beginning, the spoken text, a picture of its own.
  chapters jsonb not null default '[]' check (private.are_chapters(chapters)),
  transcript text not null default '' check (length(transcript) <= 1000000),
  has_transcript boolean not null generated always as (transcript <> '') stored,
  transcript_type text not null default 'text/plain' check (transcript_type in ('text/plain', 'text/vtt', 'application/x-subrip')),
  cover_file text check (cover_file ~ '^[A-Za-z0-9_-]{1,80}\.(jpg|png|webp)$'),
  -- Of an upload: its level as it is played, and its longest silence.
  loudness_lufs real,
  silence_ms integer not null default 0 check (silence_ms >= 0),
  silence_at_ms integer not null default 0 check (silence_at_ms >= 0),
  uploaded_by uuid references auth.users (id) on delete set null,
  is_upload boolean not null default false,
  -- The station looks for the files of planned recordings.
  is_file_missing boolean not null default false
);
comment on table public.radio_episodes is 'Recordings of live shows and uploaded shows, published or not.';
alter table public.radio_episodes enable row level security;

create table public.radio_listener_sessions (
  id uuid primary key,
  way text not null check (way in ('mp3', 'aac', 'opus', 'opus96', 'hls')),
  started_at timestamptz not null,
  -- At most a day and a few minutes; written again while it grows.
  ended_at timestamptz not null check (ended_at >= started_at),
  visitor text not null,
  device text not null default 'other' check (device in ('browser', 'app', 'hardware', 'other')),
  -- The name of the browser, app or player; empty where it is not known.
  device_name text not null default '' check (length(device_name) <= 40),
  country text check (country ~ '^[A-Z]{2}$'),
  -- On air when it started.
  show_id uuid references public.shows (id) on delete set null,
  -- The listener was here before: a session of a day goes on as another one.
  is_continued boolean not null default false,
  is_demo boolean not null default false
);
comment on table public.radio_listener_sessions is
  'One row per listener and visit, for 400 days; no address, and the visitor mark changes daily and identifies nobody.';
alter table public.radio_listener_sessions enable row level security;

create table public.radio_listener_minutes (
  minute timestamptz primary key,
  listeners integer not null check (listeners >= 0),
  show_id uuid references public.shows (id) on delete set null,
  is_demo boolean not null default false
);
comment on table public.radio_listener_minutes is 'Number of listeners in each minute.';
alter table public.radio_listener_minutes enable row level security;

create table private.radio_station (
  id boolean primary key default true check (id),
  url text not null,
  since timestamptz not null default now()
);
comment on table private.radio_station is 'Where the other processes reach the one that runs the station.';
alter table private.radio_station enable row level security;

create table private.radio_files_to_delete (
  file text primary key,
  gone_at timestamptz not null default now()
);
comment on table private.radio_files_to_delete is
  'Files of deleted recordings, for the station to remove, also when it was not running at that moment.';
alter table private.radio_files_to_delete enable row level security;

-- ---------- indexes ----------
create index radio_plays_track on public.radio_plays (track_id);
create index radio_plays_show on public.radio_plays (show_id);
create index radio_plays_in_order on public.radio_plays (started_at desc, id desc);
create index radio_live_sessions_user on public.radio_live_sessions (user_id, started_at desc);
create index radio_live_sessions_show on public.radio_live_sessions (show_id);
create index radio_live_sessions_newest on public.radio_live_sessions (started_at desc);
create index radio_live_sessions_chat on public.radio_live_sessions (chat_id);
create index radio_connections_newest on public.radio_connections (at desc);
create index radio_events_newest on public.radio_events (at desc);
create index radio_connections_user on public.radio_connections (user_id, at desc);
create index radio_episodes_show on public.radio_episodes (show_id, recorded_at desc);
create index radio_episodes_session on public.radio_episodes (live_session_id);
create index radio_episodes_uploaded_by on public.radio_episodes (uploaded_by);
create index radio_episodes_in_order on public.radio_episodes (recorded_at desc, id desc);
create index radio_listener_sessions_start on public.radio_listener_sessions (started_at);
create index radio_listener_sessions_show on public.radio_listener_sessions (show_id);
create index radio_listener_minutes_show on public.radio_listener_minutes (show_id);

-- ---------- functions that row policies call ----------
create function private.is_own_episode(show uuid, live_session uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select public.has_role('host') and (
    exists (select from public.radio_show_hosts h where h.show_id = show and h.user_id = (select private.current_user_id()))
    or exists (select from public.radio_live_sessions l where l.id = live_session and l.user_id = (select private.current_user_id())))
$$;

-- ---------- row policies ----------
create policy "staff edit episodes" on public.radio_episodes for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff remove episodes" on public.radio_episodes for delete to authenticated
  using ((select public.is_staff()));
-- Hosts see their own doings.
create policy "hosts read their live sessions" on public.radio_live_sessions for select to authenticated
  using (user_id = (select private.current_user_id()));
create policy "hosts read their connections" on public.radio_connections for select to authenticated
  using (user_id = (select private.current_user_id()));
create policy "everyone reads what was played" on public.radio_plays for select using (kind <> 'fallback');
create policy "everyone reads published episodes" on public.radio_episodes for select
  using (published_at <= now() and (select s.is_on from public.site_sections s where s.name = 'radio'));
create policy "hosts read their recordings" on public.radio_episodes for select to authenticated
  using (private.is_own_episode(show_id, live_session_id));
-- Another show is staff's to choose: a host cannot put a recording under a show that is not theirs.
create policy "hosts edit their recordings" on public.radio_episodes for update to authenticated
  using (private.is_own_episode(show_id, live_session_id)) with check (private.is_own_episode(show_id, live_session_id));
create policy "staff read" on public.radio_plays for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_live_sessions for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_connections for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_events for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_episodes for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_listener_sessions for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_listener_minutes for select to authenticated using ((select public.is_staff()));

-- ---------- functions ----------
create function private.add_file_removal_job() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into private.radio_files_to_delete (file) select f from unnest(array[old.file, old.cover_file]) f where f is not null
  on conflict do nothing;
  perform pg_catalog.pg_notify('onda_radio', 'radio_episodes');
  return null;
end
$$;

create function private.session_chapters(session uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- A recording consists of what was live: where the programme came between, no time passes in it.
  with plays as (
    select p.kind, p.title, p.artist, p.started_at,
      lead(p.started_at) over (order by p.started_at, p.id) - p.started_at as lasted
    from public.radio_plays p join public.radio_live_sessions l on l.id = session
    where p.started_at >= l.started_at and p.started_at <= coalesce(l.ended_at, now())
  ), live as (
    select left(case when p.artist = '' then p.title else p.artist || ' - ' || p.title end, 300) as title, p.started_at,
      coalesce(sum(p.lasted) over (order by p.started_at rows between unbounded preceding and 1 preceding), interval '0') as at
    from plays p where p.kind = 'live'
  ), changes as (
    select l.*, lag(l.title) over (order by l.started_at) as before from live l
  ), numbered as (
    select c.title, c.at, row_number() over (order by c.at) as place from changes c where c.title is distinct from c.before and c.title <> ''
  )
  -- One title for the whole show divides nothing.
  select case when count(*) < 2 then '[]'
    else jsonb_agg(jsonb_build_object('start_ms', round(extract(epoch from n.at) * 1000), 'title', n.title) order by n.place) end
  from numbered n where n.place <= 500
$$;

create function public.recent_listeners() returns integer[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform private.require_staff();
  return (
    select array_agg(coalesce(q.peak, 0) order by g.quarter) from generate_series(0, 47) g (quarter)
    left join lateral (
      select max(l.listeners) as peak from public.radio_listener_minutes l
      where l.minute >= now() - (48 - g.quarter) * interval '15 minutes'
        and l.minute < now() - (47 - g.quarter) * interval '15 minutes') q on true
  );
end
$$;
comment on function public.recent_listeners is 'The most listeners in each quarter of an hour of the last twelve hours, for staff.';

-- As the caller: the row policies of the lists decide.
create function public.playlist_sizes() returns table (playlist_id uuid, track_count integer)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.playlist_id, count(*)::integer from public.radio_playlist_tracks t group by t.playlist_id
$$;
comment on function public.playlist_sizes is 'The number of tracks in each playlist.';

create function public.fill_playlist(of_playlist uuid) returns integer
language sql set search_path = pg_catalog, pg_temp as $$
  with added as (
    insert into public.radio_playlist_tracks (playlist_id, track_id, position)
    select p.id, t.id, (select coalesce(max(x.position), -1) from public.radio_playlist_tracks x where x.playlist_id = p.id)
      + (row_number() over (order by t.title, t.id))::integer
    from public.radio_playlists p join public.radio_tracks t on t.kind = case p.kind when 'jingles' then 'jingle' else 'music' end
    where p.id = of_playlist
    on conflict do nothing returning track_id
  )
  select count(*)::integer from added
$$;
comment on function public.fill_playlist is
  'Adds all tracks of its kind that a playlist does not have yet, and answers how many.';

create function public.set_show_host(show_id uuid, user_id uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  full_name text;
  base text;
begin
  if not public.is_staff() then
    raise exception 'Only staff can do this.' using errcode = '42501', hint = 'staff_only';
  end if;
  if not exists (select from public.roles r where r.user_id = set_show_host.user_id and r.role = 'host') then
    perform private.fail(422, 'not_a_host', 'This account does not have the role of host.');
  end if;
  select a.person_id into person from public.person_accounts a where a.user_id = set_show_host.user_id;
  if person is null then
    select btrim(p.name) into full_name from public.profiles p where p.user_id = set_show_host.user_id;
    if coalesce(full_name, '') = '' then
      perform private.fail(422, 'no_name', 'This account has no name yet.');
    end if;
    base := coalesce(nullif(btrim(regexp_replace(lower(normalize(full_name, nfkd)), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'host');
    insert into public.people (slug, name, line, bio)
    values (case when exists (select from public.people p where p.slug = base) then base || '-' || substr(gen_random_uuid()::text, 1, 6)
      else base end, full_name, '', '')
    returning id into person;
    insert into public.person_accounts (person_id, user_id) values (person, set_show_host.user_id);
  end if;
  update public.shows s set host_id = person where s.id = set_show_host.show_id;
  if not found then
    perform private.fail(404, 'no_show', 'Show not found.');
  end if;
  insert into public.radio_show_hosts (show_id, user_id) values (set_show_host.show_id, set_show_host.user_id)
  on conflict do nothing;
  return person;
end
$$;
comment on function public.set_show_host is
  'Names an account as host of a show; an account without a public profile gets one with its name.';

-- ---------- triggers ----------
create trigger content_changed after insert or update or delete or truncate on public.radio_episodes
  for each statement execute function private.notify_content();
create trigger radio_changed after insert or update or delete or truncate on public.radio_episodes
  for each statement execute function private.notify_radio();
create trigger file_gone after delete on public.radio_episodes
  for each row execute function private.add_file_removal_job();

-- ---------- rights ----------
revoke all on public.radio_plays, public.radio_live_sessions, public.radio_connections, public.radio_events, public.radio_episodes,
  public.radio_listener_sessions, public.radio_listener_minutes from anon, authenticated;
-- Identity columns take their next number without a right to the sequence.
revoke all on sequence public.radio_connections_id_seq, public.radio_events_id_seq from anon, authenticated;
grant select, delete on public.radio_episodes to authenticated;
grant select on public.radio_plays, public.radio_connections, public.radio_live_sessions, public.radio_events to authenticated;
-- Visitors have no use for the names of files and of the staff's own sessions.
grant select (id, show_id, title, summary, bytes, duration_ms, recorded_at, published_at, translations, chapters, transcript_type,
  has_transcript, cover_file) on public.radio_episodes to anon;
grant update (show_id, title, summary, published_at, translations, chapters, transcript, transcript_type)
  on public.radio_episodes to authenticated;
grant all on public.radio_plays, public.radio_live_sessions, public.radio_connections, public.radio_events, public.radio_episodes,
  public.radio_listener_sessions, public.radio_listener_minutes to service_role;
revoke all on function public.recent_listeners, public.playlist_sizes, public.fill_playlist, public.set_show_host
  from public, anon, authenticated;
grant execute on function public.recent_listeners, public.playlist_sizes, public.fill_playlist, public.set_show_host
  to authenticated, service_role;
grant execute on function private.is_own_episode to authenticated;
grant execute on function private.are_chapters to authenticated, service_role;
