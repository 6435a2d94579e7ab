// The studio that the benches of the business measure: the whole program with its sample studio on a database of its own,
// and classes to book in it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { startDatabase } from '../host/start-database.ts';
import { startStudio } from '../host/start-studio.ts';

export interface BenchStudio {
  url: string;
  pid: number;
  sql: Sql;
  close(): Promise<void>;
}

export async function startBenchStudio(env: Record<string, string> = {}): Promise<BenchStudio> {
  const database = await startDatabase();
  try {
    const studio = await startStudio({
      DATA_DIR: join(database.folder, 'studio'),
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ...env,
    });
    const sql = openSql(database.url, { max: 2 });
    // What is measured are bookings and waiting lists: without their pages, guests have no proof of the human check.
    await sql`update public.booking_settings set unproven_percent = 100, unproven_per_hour = 100000000`;
    return {
      url: studio.url,
      pid: studio.pid,
      sql,
      async close() {
        await sql.end();
        await studio.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** As many classes as wanted, each with one session and its own room. */
export async function addClasses(
  sql: Sql,
  count: number,
  capacity: number,
): Promise<{ sessionId: string; poolId: string }[]> {
  const prefix = `bench-${randomBytes(4).toString('hex')}`;
  const rows = await sql<{ session_id: string; pool_id: string }[]>`
    with wanted as (select n, gen_random_uuid() as pool from generate_series(1, ${count}) n),
    rooms as (insert into public.rooms (slug, name) select ${prefix} || '-' || n, 'bench ' || n from wanted returning id, slug),
    pools as (insert into public.capacity_pools (id, capacity) select pool, ${capacity} from wanted returning id),
    offerings as (
      insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency, published_at)
      select ${prefix} || '-' || n, 'class', 'Bench class ' || n, 'A class of the bench.', 'Words about it.',
        (array['sound', 'movement', 'image', 'word', 'making'])[1 + n % 5], 2400, 'EUR', now() from wanted returning id, slug
    )
    insert into public.sessions (offering_id, room_id, pool_id, local_date, local_time, duration_min, zone)
    select o.id, r.id, w.pool, current_date + 20 + w.n % 40, '18:00', 60, 'Europe/Lisbon'
    from wanted w join offerings o on o.slug = ${prefix} || '-' || w.n join rooms r on r.slug = o.slug
    returning id as session_id, pool_id`;
  return rows.map(({ session_id, pool_id }) => ({ sessionId: session_id, poolId: pool_id }));
}
