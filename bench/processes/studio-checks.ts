// What the bench of several processes adds to the sample studio, and what it asks the database about the end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Cluster } from './cluster.ts';
import type { Work } from './drivers.ts';

const JOBS_LIMIT_MS = 60_000;
const STALE_LIMIT_MS = 10_000;

/** A table to watch, a bucket to upload to, and bookings without the human check of the pages. */
export async function prepareStudio(
  sql: Sql,
  { url, serviceRoleKey }: Pick<Cluster, 'url' | 'serviceRoleKey'>,
): Promise<void> {
  await sql`update public.booking_settings set unproven_percent = 100, unproven_per_hour = 100000000`;
  await sql`insert into storage.buckets (id, name, public) values ('bench', 'bench', false)`;
  await sql`create table public.bench_ticks (id bigint generated always as identity primary key, n integer not null)`;
  await sql`alter table public.bench_ticks enable row level security`;
  await sql`create policy read_ticks on public.bench_ticks for select to anon using (true)`;
  await sql`grant select on public.bench_ticks to anon`;
  await sql`grant select, insert on public.bench_ticks to service_role`;
  await sql`alter publication supabase_realtime add table public.bench_ticks`;
  await sql`notify pgrst, 'reload schema'`;
  const headers = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` };
  // Each process learns of the table by itself.
  for (let known = 0; known < 6; await sleep(50)) {
    const answer = await fetch(`${url}/rest/v1/bench_ticks?limit=1`, { headers });
    await answer.arrayBuffer();
    known = answer.status === 200 ? known + 1 : 0;
  }
}

/** Renames a class again and again; `stale`: how long each process went on showing the old name, in ms. */
export async function watchPages(
  { cluster, sql, isOver }: Work & { cluster: Pick<Cluster, 'urls'> },
  stale: number[],
): Promise<void> {
  const [offering] = await sql<{ slug: string }[]>`
    select slug from public.offerings where kind = 'class' and published_at is not null order by slug limit 1`;
  const slug = offering?.slug ?? '';
  for (let turn = 1; !isOver(); turn += 1) {
    const title = `Name ${turn} of the bench`;
    await sql`update public.offerings set title = ${title} where slug = ${slug}`;
    const changedMs = performance.now();
    const delays = await Promise.all(cluster.urls.map((url) => delayOf(`${url}/classes/${slug}`)));
    stale.push(...delays.filter((delay) => delay !== undefined));
    await sleep(2000);

    async function delayOf(url: string): Promise<number | undefined> {
      for (; performance.now() - changedMs < STALE_LIMIT_MS; await sleep(20)) {
        const text = await fetch(url).then(
          (answer) => answer.text(),
          () => undefined,
        );
        // A process that is away shows nothing old.
        if (text === undefined) return undefined;
        if (text.includes(title)) return performance.now() - changedMs;
      }
      return STALE_LIMIT_MS;
    }
  }
}

/** Each acknowledged booking is confirmed by one email, whichever process wrote it. */
export async function countConfirmations(
  sql: Sql,
  acknowledged: string[],
): Promise<{ missing: number; doubled: number }> {
  for (const limitMs = Date.now() + JOBS_LIMIT_MS; ; await sleep(250)) {
    const rows = await sql<{ email: string; n: number }[]>`
      select to_address as email, count(*)::int as n from public.outbox where to_address = any (${acknowledged}) group by 1`;
    const written = new Set(rows.map(({ email }) => email));
    const missing = acknowledged.filter((email) => !written.has(email)).length;
    if (missing === 0 || Date.now() > limitMs)
      return { missing, doubled: rows.filter(({ n }) => n > 1).length };
  }
}
