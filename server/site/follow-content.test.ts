// Hearing of content changes over a real connection that is cut.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import { followContent } from './follow-content.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('reports a change; after a lost connection everything cached is dropped', async () => {
  const changed: string[] = [];
  const cache = {
    drop: (relation: string) => changed.push(relation),
    suspend: () => changed.push('suspend'),
    resume: () => changed.push('resume'),
  };
  const follower = await followContent(database.url, [cache], pino({ level: 'silent' }));
  await database.sql`notify onda_content, 'public.classes'`;
  await expect.poll(() => changed.at(-1)).toBe('public.classes');
  changed.length = 0;
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'onda content%'`;
  await expect.poll(() => changed).toEqual(['suspend', 'resume']);
  await database.sql`notify onda_content, 'public.events'`;
  await expect.poll(() => changed.at(-1)).toBe('public.events');
  await follower.close();
});
