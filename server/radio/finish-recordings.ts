// A station that was killed in the middle of a live show left its sound on disk: it becomes the episode that it would
// have been. A file that grew a moment ago may still be written by a station that is just handing over: later then.
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import { createFrameScanner } from '#radio/audio/frame-scanner.ts';
import { framesToMs } from '#radio/audio/station-format.ts';
import type { Logger } from '../logger.ts';

export interface FinishRecordingsOptions {
  sql: Sql;
  folder: string;
  /** Shorter ones are deleted. */
  shortestMs: number;
  /** The show that is live now. */
  currentSessionId: string | undefined;
  /** Without a change for so long a file is taken for abandoned. */
  quietMs: number;
  log: Logger;
}

const SESSION_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.mp3$/;

/** Answers in how many milliseconds a recording that changed a moment ago can be finished, if there is one. */
export async function finishRecordings(options: FinishRecordingsOptions): Promise<number | undefined> {
  const { sql, folder, currentSessionId, quietMs } = options;
  const names = (await readdir(folder).catch(() => [])).filter((name) => SESSION_FILE.test(name));
  if (names.length === 0) return undefined;
  const known = await sql<{ file: string }[]>`
    select file from public.radio_episodes where file in ${sql(names)}
    union select file from private.radio_files_to_delete where file in ${sql(names)}`;
  const isKnown = new Set(known.map(({ file }) => file));
  let waitMs: number | undefined;
  for (const name of names) {
    const sessionId = SESSION_FILE.exec(name)?.[1] ?? '';
    if (isKnown.has(name) || sessionId === currentSessionId) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found) continue;
    const leftMs = found.mtimeMs + quietMs - Date.now();
    if (leftMs > 0) waitMs = Math.min(waitMs ?? leftMs, leftMs);
    else await finish(sessionId, name, options);
  }
  return waitMs;
}

async function finish(sessionId: string, file: string, options: FinishRecordingsOptions): Promise<void> {
  const { sql, folder, shortestMs, log } = options;
  const path = join(folder, file);
  const { bytes, frames } = await measure(path);
  const durationMs = Math.round(framesToMs(frames));
  if (durationMs < shortestMs) return rm(path, { force: true });
  // The last frame was cut off in the middle.
  await truncate(path, bytes);
  const { birthtime } = await stat(path);
  await sql`
    insert into public.radio_episodes (show_id, live_session_id, title, file, bytes, duration_ms, recorded_at, chapters)
    select s.show_id, s.id,
      left(coalesce(typed.title, w.title, nullif(p.name, ''), 'Live show'), 300),
      ${file}, ${bytes}, ${durationMs}, coalesce(s.started_at, ${birthtime}),
      private.session_chapters(${sessionId})
    from (select 1) as one
    left join public.radio_live_sessions s on s.id = ${sessionId}
    left join public.shows w on w.id = s.show_id
    left join public.profiles p on p.user_id = s.user_id
    left join lateral (
      select y.title from public.radio_plays y
      where s.way = 'browser' and y.kind = 'live' and y.started_at between s.started_at and coalesce(s.ended_at, now())
        and y.artist = '' and y.title <> '' and y.title is distinct from w.title
      order by y.started_at limit 1
    ) typed on true
    on conflict (file) do nothing`;
  await sql`
    update public.radio_live_sessions set ended_at = started_at + make_interval(secs => ${durationMs / 1000})
    where id = ${sessionId} and end_reason ->> 'code' = 'station_stopped'`;
  log.warn({ file, durationMs }, 'a live show was cut off when the station stopped; its recording was saved');
}

async function measure(path: string): Promise<{ bytes: number; frames: number }> {
  const scanner = createFrameScanner();
  let bytes = 0;
  let frames = 0;
  const count = (found: Uint8Array[]) => {
    for (const frame of found) bytes += frame.length;
    frames += found.length;
  };
  for await (const chunk of createReadStream(path)) count(scanner.push(chunk as Buffer));
  count(scanner.flush());
  return { bytes, frames };
}
