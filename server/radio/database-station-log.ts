// Records what the station does. The station never waits: entries are queued, and while the database is lost the newest
// thousands are held until it is back.
import type { Sql } from 'postgres';
import type { Radio, StationLog } from '#radio/create-radio.ts';
import { englishText } from '#radio/station-text.ts';
import type { Logger } from '../logger.ts';

export interface DatabaseStationLog extends StationLog {
  /** Any other entry, in order. */
  write(entry: (sql: Sql) => Promise<unknown>): void;
  /** How many listen in this minute. */
  sampleAudience(radio: Pick<Radio, 'nowPlaying'>): void;
  /** Writes what is waiting, as far as the database lets it. */
  close(): Promise<void>;
}

const MAX_WAITING = 5000;
const RETRY_MS = 5000;

export function createDatabaseStationLog(sql: Sql, log: Logger): DatabaseStationLog {
  const waiting: ((sql: Sql) => Promise<unknown>)[] = [];
  let isWriting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function drain(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    clearTimeout(retry);
    try {
      for (let entry = waiting[0]; entry; entry = waiting[0]) {
        try {
          await entry(sql);
        } catch (error) {
          // A rejected entry would be rejected again; an unreachable database is retried.
          if (isAway(error)) {
            retry = setTimeout(() => void drain(), RETRY_MS);
            return;
          }
          log.warn({ err: error }, 'an entry of the radio history could not be saved');
        }
        waiting.shift();
      }
    } finally {
      isWriting = false;
    }
  }

  function write(entry: (sql: Sql) => Promise<unknown>): void {
    if (waiting.length >= MAX_WAITING) waiting.shift();
    waiting.push(entry);
    void drain();
  }

  return {
    write,
    aired(air, { showId, listeners }) {
      if (air.kind === 'fallback') return;
      write(
        (
          to,
        ) => to`insert into public.radio_plays (id, track_id, show_id, kind, title, artist, album, started_at, duration_ms, listeners)
          values (${air.id}, (select id from public.radio_tracks where id = ${air.trackId}),
            (select id from public.shows where id = ${showId}), ${air.kind}, ${air.title}, ${air.artist}, ${air.album},
            ${air.startedAt}, ${air.durationMs}, ${listeners}) on conflict do nothing`,
      );
    },
    requestGranted: (id) =>
      write(
        (to) =>
          to`update public.radio_requests set state = 'played', decided_at = now() where id = ${id} and state = 'waiting'`,
      ),
    listenerLeft: ({ way, startedAtMs, seconds, visitor, client }) =>
      write(
        (to) => to`insert into public.radio_listener_sessions (way, started_at, seconds, visitor, client)
          values (${way}, ${new Date(startedAtMs)}, ${seconds}, ${visitor}, ${client})`,
      ),
    sampleAudience(radio) {
      const { listeners, show } = radio.nowPlaying();
      write(
        (to) => to`insert into public.radio_listener_minutes (minute, listeners, show_id)
          values (date_trunc('minute', now()), ${listeners.current}, (select id from public.shows where id = ${show?.id ?? null}))
          on conflict (minute) do update set listeners = greatest(radio_listener_minutes.listeners, excluded.listeners)`,
      );
    },
    alarm: (alarm) => log.warn({ reason: englishText(alarm) }, 'radio'),
    async close() {
      clearTimeout(retry);
      await drain();
      clearTimeout(retry);
    },
  };
}

/** PostgreSQL's own errors have a five-character code; anything else, and class 57, is a connection problem. */
function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('57') || code.startsWith('08');
}
