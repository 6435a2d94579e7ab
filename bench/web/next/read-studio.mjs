// The rows that our home page shows, read straight from the same database: six statements, without the row policies and
// the REST layer that our own pages go through.
import postgres from 'postgres';
import { cache } from 'react';
import { mergeSlots } from '#app/features/radio-schedule/merge-slots.ts';
import { onAirNow } from '#app/features/radio-schedule/on-air.ts';
import { outlineWord } from '#app/features/wordmark/outline-word.server.ts';
import { openingNow } from '#app/site/layout/opening-now.ts';

globalThis.ondaBenchSql ??= postgres(process.env.DATABASE_URL, { max: 10, onnotice: () => {} });
const sql = globalThis.ondaBenchSql;

export const readRoot = cache(async () => {
  const now = new Date();
  const [[studio], openingHours, slots] = await Promise.all([
    sql`select * from studio`,
    sql`select * from opening_hours order by weekday`,
    sql`select weekday, local_time, duration_min,
          json_build_object('slug', shows.slug, 'title', shows.title,
            'host', case when people.id is null then null else json_build_object('name', people.name) end) as show
        from slots join shows on shows.id = slots.show_id left join people on people.id = shows.host_id`,
  ]);
  const onAir = onAirNow(mergeSlots(slots), now, studio.zone);
  return {
    studio,
    openingHours,
    openingLine: openingNow(openingHours, now, studio.zone).line,
    word: outlineWord(studio.name),
    onAir: onAir && { ...onAir, endsAt: onAir.endsAt.toISOString() },
    settings: {
      siteUrl: process.env.SITE_URL,
      apiBaseUrl: '',
      environment: 'production',
      streamUrl: '/radio/live.mp3',
      turnstileSiteKey: null,
      analyticsId: null,
    },
  };
});

export async function readHome() {
  const now = new Date();
  const [sessions, works, posts] = await Promise.all([
    sql`select sessions.id, to_json(starts_at)#>>'{}' as starts_at, to_json(ends_at)#>>'{}' as ends_at,
          json_build_object('slug', offerings.slug, 'kind', kind, 'title', offerings.title,
            'discipline', offerings.discipline, 'price_cents', price_cents, 'currency', currency) as offering,
          case when people.id is null then null
            else json_build_object('name', people.name, 'slug', people.slug) end as teacher,
          json_build_object('name', rooms.name) as room,
          json_build_object('capacity', capacity_pools.capacity, 'taken', capacity_pools.taken, 'waiting', capacity_pools.waiting) as pool
        from sessions
          join offerings on offerings.id = sessions.offering_id
          join rooms on rooms.id = sessions.room_id
          join capacity_pools on capacity_pools.id = sessions.pool_id
          left join people on people.id = sessions.teacher_id
        where sessions.status = 'planned' and starts_at > ${now} and offerings.published_at <= now()
        order by starts_at, sessions.id limit 7`,
    sql`select slug, title, year, medium, credits, discipline, ratio_width, ratio_height, picture_description
        from works where featured_position is not null and published_at <= now()
        order by featured_position limit 2`,
    sql`select slug, title, summary, discipline, to_json(published_at)#>>'{}' as published_at
        from posts where published_at <= now() order by published_at desc limit 3`,
  ]);
  return { now: now.toISOString(), sessions: [...sessions], works: [...works], posts: [...posts] };
}
