-- The radio's hour clock: what belongs to which minute of the hour, for the station and for single shows, and how far apart
-- artists, titles and albums stay. Hours and weekdays of playlists and tracks are theirs.

create table public.radio_clocks (
  id uuid primary key default gen_random_uuid(),
  -- Without a show it is the station's own, which applies where a show has none.
  show_id uuid references public.shows (id) on delete cascade,
  artist_minutes smallint not null default 0 check (artist_minutes between 0 and 720),
  artist_tracks smallint not null default 3 check (artist_tracks between 0 and 100),
  title_minutes smallint not null default 90 check (title_minutes between 0 and 720),
  title_tracks smallint not null default 1 check (title_tracks between 0 and 100),
  album_minutes smallint not null default 0 check (album_minutes between 0 and 720),
  album_tracks smallint not null default 0 check (album_tracks between 0 and 100),
  constraint radio_clocks_show unique nulls not distinct (show_id)
);
comment on table public.radio_clocks is 'Hour clocks of the station and of shows, with their separation rules.';
alter table public.radio_clocks enable row level security;

create table public.radio_clock_items (
  id uuid primary key default gen_random_uuid(),
  clock_id uuid not null references public.radio_clocks (id) on delete cascade,
  kind text not null check (kind in ('station_id', 'news', 'jingle', 'stop_set', 'event')),
  -- After the full hour.
  second smallint not null check (second between 0 and 3599),
  -- Soft: at the next track boundary. Hard: what plays is faded out and ends at the time.
  mode text not null default 'soft' check (mode in ('soft', 'hard')),
  -- Of a stop set: tracks in a row.
  count smallint not null default 1 check (count between 1 and 10),
  track_id uuid references public.radio_tracks (id) on delete cascade,
  playlist_id uuid references public.radio_playlists (id) on delete cascade,
  check (track_id is null or playlist_id is null),
  max_late_min smallint not null default 10 check (max_late_min between 1 and 59),
  hours smallint[] check (hours <@ array[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]::smallint[]),
  weekdays smallint[] check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[])
);
comment on table public.radio_clock_items is 'Items of an hour clock by their time in the hour.';
alter table public.radio_clock_items enable row level security;

-- ---------- indexes ----------
create index radio_clock_items_clock on public.radio_clock_items (clock_id, second);
create index radio_clock_items_track on public.radio_clock_items (track_id);
create index radio_clock_items_playlist on public.radio_clock_items (playlist_id);

-- ---------- row policies ----------
create policy "staff read" on public.radio_clocks for select to authenticated using ((select public.is_staff()));
create policy "staff read" on public.radio_clock_items for select to authenticated using ((select public.is_staff()));
create policy "staff write" on public.radio_clocks for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "staff write" on public.radio_clock_items for all to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

-- ---------- functions ----------
-- As the caller: the row policies of the clocks decide.
create function public.save_radio_clock(of_show uuid, separation jsonb, items jsonb) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  saved uuid;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 60 then
    raise exception 'An hour clock has at most 60 items. Remove some of them.' using errcode = '22023', hint = 'too_many_clock_items';
  end if;
  insert into public.radio_clocks (show_id, artist_minutes, artist_tracks, title_minutes, title_tracks, album_minutes, album_tracks)
  select of_show, rules.artist_minutes, rules.artist_tracks, rules.title_minutes, rules.title_tracks, rules.album_minutes,
    rules.album_tracks
  from jsonb_to_record(separation) as rules (artist_minutes smallint, artist_tracks smallint, title_minutes smallint,
    title_tracks smallint, album_minutes smallint, album_tracks smallint)
  on conflict on constraint radio_clocks_show do update set artist_minutes = excluded.artist_minutes,
    artist_tracks = excluded.artist_tracks, title_minutes = excluded.title_minutes, title_tracks = excluded.title_tracks,
    album_minutes = excluded.album_minutes, album_tracks = excluded.album_tracks
  returning id into saved;
  delete from public.radio_clock_items i where i.clock_id = saved;
  insert into public.radio_clock_items (id, clock_id, kind, second, mode, count, track_id, playlist_id, max_late_min, hours, weekdays)
  select coalesce(item.id, gen_random_uuid()), saved, item.kind, item.second, item.mode, item.count, item.track_id,
    item.playlist_id, item.max_late_min, item.hours, item.weekdays
  from jsonb_to_recordset(items) as item (id uuid, kind text, second smallint, mode text, count smallint, track_id uuid,
    playlist_id uuid, max_late_min smallint, hours smallint[], weekdays smallint[]);
  return saved;
end
$$;
comment on function public.save_radio_clock is 'Saves the hour clock of a show, or of the station, with all its items.';

-- ---------- triggers ----------
create trigger radio_changed after insert or update or delete or truncate on public.radio_clocks
  for each statement execute function private.notify_radio();
create trigger radio_changed after insert or update or delete or truncate on public.radio_clock_items
  for each statement execute function private.notify_radio();

-- ---------- rights ----------
revoke all on public.radio_clocks, public.radio_clock_items from anon, authenticated;
grant select, insert, update, delete on public.radio_clocks, public.radio_clock_items to authenticated;
grant all on public.radio_clocks, public.radio_clock_items to service_role;
revoke all on function public.save_radio_clock from public, anon, authenticated;
grant execute on function public.save_radio_clock to authenticated, service_role;
