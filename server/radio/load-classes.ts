// Classes that have a promo in the library, with their next dates and how many places are free.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Programme } from '#radio/schedule/programme.ts';

// More than decide on the weight: the station may have to do without the database for a while.
const DATES = 8;

export async function loadClasses(sql: Sql): Promise<Programme['classes']> {
  const classes = await sql<Programme['classes']>`select o.id as "offeringId", coalesce((
      select jsonb_agg(jsonb_build_object('sessionId', s.id, 'startsMs', floor(extract(epoch from s.starts_at) * 1000),
        'capacity', p.capacity, 'free', p.capacity - p.taken, 'freedMs', (
          select floor(extract(epoch from max(b.cancelled_at)) * 1000) from public.bookings b, public.studio t
          where b.pool_id = p.id and s.local_date = (now() at time zone t.zone)::date
            and b.cancelled_at >= timezone(t.zone, s.local_date::timestamp))) order by s.starts_at, s.id)
      from (select * from public.sessions d where d.offering_id = o.id and d.status = 'planned' and d.starts_at > now()
        order by d.starts_at, d.id limit ${DATES}) s
      join public.capacity_pools p on p.id = s.pool_id), '[]') as dates
    from public.offerings o
    where o.published_at <= now() and exists (select from public.radio_tracks t where t.offering_id = o.id)
    order by o.id`;
  return [...classes];
}
