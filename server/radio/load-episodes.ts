// The recordings that the grid may play, and what is planned.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Programme } from '#radio/schedule/programme.ts';

export async function loadEpisodes(sql: Sql): Promise<Pick<Programme, 'episodes' | 'plannedEpisodes'>> {
  const [episodes, plannedEpisodes] = await Promise.all([
    sql<Programme['episodes']>`
      with planned as (
        select p.episode_id, p.local_date, timezone(s.zone, p.local_date + s.local_time) as starts_at
        from public.radio_planned_episodes p join public.slots s on s.id = p.slot_id
      ), aired as (
        select e.*, case when e.is_upload then coalesce(least(
            (select min(p.starts_at) from planned p where p.episode_id = e.id),
            (select min(o.starts_at) from public.radio_one_offs o where o.episode_id = e.id)), e.recorded_at)
          else e.recorded_at end as aired_at
        from public.radio_episodes e
        where e.show_id in (select s.show_id from public.slots s where s.content = 'repeat')
          or e.id in (select p.episode_id from planned p where p.local_date > now() - interval '2 days')
          or e.id in (select o.episode_id from public.radio_one_offs o where o.starts_at > now() - interval '2 days')
      ), ranked as (
        select a.*, row_number() over (partition by a.show_id, a.aired_at <= now() order by a.aired_at desc) as place from aired a
      )
      select r.id, 'episode' as kind, r.show_id as "showId", r.title, coalesce(h.name, w.title, '') as artist, '' as album,
        r.duration_ms as "durationMs", 0 as "cueInMs", r.duration_ms as "cueOutMs", r.file, null as cover,
        extract(epoch from r.aired_at)::float8 * 1000 as "airedMs"
      from ranked r left join public.shows w on w.id = r.show_id left join public.people h on h.id = w.host_id
      where r.place <= 3 or r.id in (select p.episode_id from planned p where p.local_date > now() - interval '2 days')
        or r.id in (select o.episode_id from public.radio_one_offs o where o.starts_at > now() - interval '2 days')`,
    sql<
      Programme['plannedEpisodes']
    >`select slot_id as "slotId", local_date::text as "localDate", episode_id as "episodeId"
      from public.radio_planned_episodes where local_date > now() - interval '2 days'`,
  ]);
  return { episodes: [...episodes], plannedEpisodes: [...plannedEpisodes] };
}
