import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { plainFrame } from '#radio/testing/station.ts';
import { createLogger } from '../logger.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { finishRecordings } from './finish-recordings.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openStudioDatabase();
  folder = await mkdtemp(join(tmpdir(), 'onda-recordings-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('finishes the recording of a show that was cut off by a kill, once, and leaves the others alone', async () => {
  const { sql } = database;
  const [show] = await sql<{ id: string; title: string }[]>`select id, title from public.shows limit 1`;
  const [cut, short, written, current] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into public.radio_live_sessions (id, show_id, way, started_at, ended_at, end_reason)
    values (${cut}, ${show?.id ?? null}, 'browser', '2026-03-01T20:00:00Z', now(), '{"code":"station_stopped"}')`;
  // Before it was typed, listeners saw the name of the show.
  for (const [minute, title] of [show?.title ?? '', 'Harbour at night', 'The second hour'].entries())
    await sql`insert into public.radio_plays (id, kind, title, artist, started_at)
      values (${randomUUID()}, 'live', ${title}, '', ${new Date(Date.UTC(2026, 2, 1, 20, minute))})`;
  const frame = Buffer.from(plainFrame());
  const minute = Buffer.concat(Array.from({ length: 2500 }, () => frame));
  const files = {
    [cut]: Buffer.concat([minute, frame.subarray(0, 100)]),
    [short]: frame,
    [written]: minute,
    [current]: minute,
  };
  for (const [id, bytes] of Object.entries(files)) {
    await writeFile(join(folder, `${id}.mp3`), bytes);
    if (id !== written) await utimes(join(folder, `${id}.mp3`), new Date(0), new Date(0));
  }
  const options = {
    sql,
    folder,
    shortestMs: 30_000,
    quietMs: 20_000,
    currentSessionId: current,
    log: createLogger('silent'),
  };
  const waitMs = await finishRecordings(options);
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(20_000);
  expect(await finishRecordings(options)).toBeLessThanOrEqual(waitMs ?? 0);
  const episodes = await sql`select show_id, live_session_id, title, bytes::int, duration_ms, recorded_at
    from public.radio_episodes where file in ${sql([cut, short, written, current].map((id) => `${id}.mp3`))}`;
  expect(episodes).toEqual([
    {
      show_id: show?.id,
      live_session_id: cut,
      title: 'Harbour at night',
      bytes: minute.length,
      duration_ms: Math.round((2500 * 1152 * 1000) / 44_100),
      recorded_at: new Date('2026-03-01T20:00:00Z'),
    },
  ]);
  expect((await stat(join(folder, `${cut}.mp3`))).size).toBe(minute.length);
  expect((await readdir(folder)).sort()).toEqual([cut, written, current].map((id) => `${id}.mp3`).sort());
});
