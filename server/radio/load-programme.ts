// Reads the programme from the database in the station's own types.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { ClockItem, HourClock } from '#radio/schedule/clock-template.ts';
import type { Playlist, Programme, Track } from '#radio/schedule/programme.ts';
import { loadClasses } from './load-classes.ts';
import { loadEpisodes } from './load-episodes.ts';

export async function loadProgramme(sql: Sql): Promise<Programme> {
  const [
    [studio],
    tracks,
    playlists,
    entries,
    shows,
    slots,
    oneOffs,
    requests,
    clocks,
    clockItems,
    recordings,
    classes,
  ] = await Promise.all([
    sql<
      { name: string; description: string; zone: string; spotMinutes: number | null; hasOpus96: boolean }[]
    >`select name, description, zone, spot_minutes as "spotMinutes", has_opus96 as "hasOpus96" from public.studio, public.radio_settings`,
    sql<Track[]>`select id, kind, title, artist, album, duration_ms as "durationMs", cue_in_ms as "cueInMs",
      coalesce(cue_out_ms, duration_ms) as "cueOutMs", file, from_time::text as "fromTime", to_time::text as "toTime", weekdays,
      offering_id as "offeringId", case when cover_file is not null then '/radio/covers/' || cover_file end as cover
      from public.radio_tracks order by added_at, id`,
    sql<
      Omit<Playlist, 'entries'>[]
    >`select id, name, kind, weight, play_order as "order", transition, transition_seconds as "transitionSeconds", show_id as "showId",
      from_time::text as "fromTime", to_time::text as "toTime", weekdays, every, (
        select jsonb_build_object('slug', o.slug, 'title', o.title,
          'translations', private.session_translations(o.translations, '{}'),
          'publishedMs', floor(extract(epoch from o.published_at) * 1000))
        from public.offerings o where o.id = offering_id) as "curatedBy"
      from public.radio_playlists where is_enabled order by name, id`,
    sql<
      { playlist_id: string; trackId: string; weight: number }[]
    >`select playlist_id, track_id as "trackId", weight
      from public.radio_playlist_tracks order by playlist_id, position, track_id`,
    sql<
      Programme['shows']
    >`select s.id, s.slug, s.title, p.name as host, private.session_translations(s.translations, '{}') as translations,
      coalesce((select array_agg(h.user_id) from public.radio_show_hosts h where h.show_id = s.id), '{}') as "hostUserIds"
      from public.shows s left join public.people p on p.id = s.host_id`,
    sql<Programme['slots']>`select id, show_id as "showId", weekday, local_time::text as "localTime",
      duration_min as "durationMin", zone, content from public.slots`,
    sql<Programme['oneOffs']>`select id, show_id as "showId", local_date::text as "localDate",
      local_time::text as "localTime", duration_min as "durationMin", zone, playlist_id as "playlistId",
      is_sharp as "isSharp", episode_id as "episodeId" from public.radio_one_offs where starts_at > now() - interval '2 days'`,
    sql<Programme['requests']>`select id, track_id as "trackId" from public.radio_requests
      where state = 'waiting' order by asked_at limit 100`,
    sql<Omit<HourClock, 'items'>[]>`select id, show_id as "showId", jsonb_build_object(
        'artist', jsonb_build_object('minutes', artist_minutes, 'tracks', artist_tracks),
        'title', jsonb_build_object('minutes', title_minutes, 'tracks', title_tracks),
        'album', jsonb_build_object('minutes', album_minutes, 'tracks', album_tracks)) as separation
      from public.radio_clocks order by id`,
    sql<
      (ClockItem & { clock_id: string })[]
    >`select clock_id, id, kind, second, mode, count, track_id as "trackId",
      playlist_id as "playlistId", max_late_min as "maxLateMin", hours, weekdays
      from public.radio_clock_items order by second, id`,
    loadEpisodes(sql),
    loadClasses(sql),
  ]);
  return {
    station: {
      name: studio?.name ?? 'onda',
      description: studio?.description ?? '',
      zone: studio?.zone ?? 'UTC',
      hasOpus96: studio?.hasOpus96 ?? false,
    },
    tracks: [...tracks],
    playlists: playlists.map((list) => ({
      ...list,
      entries: entries
        .filter(({ playlist_id }) => playlist_id === list.id)
        .map(({ trackId, weight }) => ({ trackId, weight })),
    })),
    shows: [...shows],
    slots: [...slots],
    oneOffs: [...oneOffs],
    ...recordings,
    clocks: clocks.map((clock) => ({
      ...clock,
      items: clockItems.filter((item) => item.clock_id === clock.id).map(({ clock_id: _, ...item }) => item),
    })),
    requests: [...requests],
    classes,
    spotMinutes: studio?.spotMinutes ?? null,
  };
}
