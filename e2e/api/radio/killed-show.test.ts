// kill -9 of the program while a host is live: the sound up to the kill becomes an episode after the next start.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { cleanUp, databaseUrl, startProgram, waitUntil } from '../../start/program.ts';
import { makeUsedDataDir } from '../../start/used-folder.ts';
import { makeStaff } from './station.ts';

let source: ChildProcess | undefined;
afterEach(async () => {
  source?.kill('SIGKILL');
  await cleanUp();
});

const BYTES_PER_SECOND = 16_000;
const SHOW_SECONDS = 12;

test.skipIf(spawnSync('ffmpeg', ['-version']).error)(
  'saves the recording of a live show up to the kill of the program as an episode (needs ffmpeg)',
  async () => {
    const DATA_DIR = await makeUsedDataDir('empty');
    const sourcePort = await findFreePort();
    const env = { DATA_DIR, DEMO: 'off', RADIO_SOURCE_PORT: String(sourcePort) };
    const first = startProgram(env);
    await first.url();
    const password = await makeStaff(databaseUrl(DATA_DIR));
    source = spawn(
      'ffmpeg',
      `-v error -re -f lavfi -i sine=440 -c:a libmp3lame -b:a 128k -content_type audio/mpeg -f mp3 icecast://source:${password}@127.0.0.1:${sourcePort}/live`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    const folder = join(DATA_DIR, 'radio', 'episodes');
    const recordedBytes = () => {
      const [name] = readdirSync(folder, { recursive: false });
      return name ? statSync(join(folder, String(name))).size : 0;
    };
    await waitUntil(`${SHOW_SECONDS} s are recorded`, () => {
      try {
        return recordedBytes() > SHOW_SECONDS * BYTES_PER_SECOND;
      } catch {
        return false;
      }
    });
    const bytesAtKill = recordedBytes();
    first.child.kill('SIGKILL');
    const killedMs = Date.now();
    await first.exit;

    const second = startProgram(env);
    const url = await second.url();
    const startedMs = Date.now();
    const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
    const findEpisodes = () =>
      sql`select e.file, e.bytes::int, e.duration_ms, s.end_reason from public.radio_episodes e
        join public.radio_live_sessions s on s.id = e.live_session_id and s.ended_at is not null`;
    await waitUntil('the show is an episode', async () => (await findEpisodes()).length > 0);
    const episodes = await findEpisodes();
    console.log(
      `killed after ${(bytesAtKill / BYTES_PER_SECOND).toFixed(1)} s of sound: episode of ${(episodes[0]?.duration_ms / 1000).toFixed(1)} s, ` +
        `${((Date.now() - killedMs) / 1000).toFixed(1)} s after the kill, ${((Date.now() - startedMs) / 1000).toFixed(1)} s after the next start`,
    );
    expect(episodes).toEqual([
      {
        file: expect.stringMatching(/\.mp3$/),
        bytes: expect.any(Number),
        duration_ms: expect.any(Number),
        end_reason: { code: 'station_stopped', values: {} },
      },
    ]);
    const [{ file, bytes, duration_ms: durationMs } = { file: '', bytes: 0, duration_ms: 0 }] = episodes;
    // At most the last frame, which was cut in the middle, is missing.
    expect(bytes).toBeGreaterThan(bytesAtKill - 1000);
    expect(Math.abs(durationMs / 1000 - bytes / BYTES_PER_SECOND)).toBeLessThan(0.1);
    expect(statSync(join(folder, file)).size).toBe(bytes);
    const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', join(folder, file), '-f', 'null', '-']);
    expect(decoded.stderr.toString()).toBe('');
    // The next show is let in.
    expect(await (await fetch(`${url}/api/radio/now-playing`)).json()).toMatchObject({ isOnAir: true });
    await sql.end();
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  },
);
