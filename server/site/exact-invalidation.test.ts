// Cached pages depend on change notifications: every table that visitors may read must send them.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { followContent } from './follow-content.ts';

/**
 * Read by visitors, but never into a cached page: the station's tracks are requested by the open page itself, and
 * the uses of pictures only decide which pictures may be seen; they follow tables that speak for themselves.
 */
const NEVER_ON_PAGES = ['public.radio_tracks', 'public.radio_plays', 'public.media_uses'];

let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database?.drop());

test('every table that a visitor may read notifies of each change, by its name', async () => {
  const { sql } = database;
  const tables = await sql<{ name: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and (
      has_table_privilege('anon', c.oid, 'select') or has_any_column_privilege('anon', c.oid, 'select'))
    order by 1`;
  const shown = tables.map(({ name }) => name).filter((name) => !NEVER_ON_PAGES.includes(name));
  expect(shown).toEqual(
    expect.arrayContaining(['public.capacity_pools', 'public.posts', 'public.sessions', 'public.works']),
  );
  const changed = new Set<string>();
  const cache = {
    drop: (relation: string) => void changed.add(relation),
    suspend: () => undefined,
    resume: () => undefined,
  };
  const follower = await followContent(database.url, [cache], pino({ level: 'silent' }));
  // Statement triggers also fire when no row changes, so an empty update is enough.
  for (const name of shown) await sql.unsafe(`delete from ${name} where false`);
  await sql`notify onda_content, 'the last one'`;
  await expect.poll(() => changed.has('the last one')).toBe(true);
  changed.delete('the last one');
  expect([...changed].sort()).toEqual(shown);
  await follower.close();
});
