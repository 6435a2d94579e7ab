// Writes listener sessions in batches: many thousands who leave at once are a few statements, and none waits for another.
// While the database is away the newest are held.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { ListenerSession } from '#radio/mount/audience.ts';
import type { Logger } from '../../logger.ts';
import { isDatabaseAway } from '../is-database-away.ts';
import { deviceOf } from './device-of.ts';

export interface SessionSaver {
  /** Of a listener who left. */
  add(session: ListenerSession): void;
  /** Of those who still listen, so that a crash loses little of them. */
  addAll(sessions: readonly ListenerSession[]): void;
  /** Writes what is waiting, as far as the database lets it. */
  close(): Promise<void>;
}

export interface SessionSaverOptions {
  sql: Sql;
  log: Logger;
  flushMs?: number;
}

const BATCH_ROWS = 1000;
const FLUSH_MS = 10_000;
// About 20 MB.
const MAX_WAITING = 60_000;

export function createSessionSaver({ sql, log, flushMs = FLUSH_MS }: SessionSaverOptions): SessionSaver {
  // By id: what a session was when it was added last.
  let waiting = new Map<string, ListenerSession>();
  let isFlushing = false;
  const timer = setInterval(() => void flush(), flushMs).unref();

  function add(session: ListenerSession): void {
    waiting.delete(session.id);
    waiting.set(session.id, session);
    const [oldest] = waiting.size > MAX_WAITING ? waiting.keys() : [];
    if (oldest !== undefined) waiting.delete(oldest);
  }

  function takeBatch(): ListenerSession[] {
    const batch: ListenerSession[] = [];
    for (const [id, session] of waiting) {
      if (batch.length === BATCH_ROWS) break;
      batch.push(session);
      waiting.delete(id);
    }
    return batch;
  }

  /** In front: what was added meanwhile is newer. */
  function putBack(batch: readonly ListenerSession[]): void {
    const newer = waiting;
    waiting = new Map(batch.map((one) => [one.id, one]));
    for (const one of newer.values()) add(one);
  }

  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    try {
      while (waiting.size > 0) {
        const batch = takeBatch();
        try {
          await saveSessions(sql, batch);
        } catch (error) {
          if (isDatabaseAway(error)) return putBack(batch);
          log.warn({ err: error, sessions: batch.length }, 'listener sessions could not be saved');
        }
      }
    } finally {
      isFlushing = false;
    }
  }

  return {
    add,
    addAll(sessions) {
      for (const session of sessions) add(session);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function saveSessions(sql: Sql, sessions: readonly ListenerSession[]): Promise<unknown> {
  const rows = sessions.map(
    ({ id, way, startedAtMs, seconds, visitor, client, country, showId, isContinued }) => {
      const device = deviceOf(client);
      return {
        id,
        way,
        visitor,
        country,
        started_at: new Date(startedAtMs).toISOString(),
        ended_at: new Date(startedAtMs + seconds * 1000).toISOString(),
        device: device.kind,
        device_name: device.name,
        show_id: showId,
        is_continued: isContinued,
      };
    },
  );
  return sql`
    insert into public.radio_listener_sessions
      (id, way, visitor, country, started_at, ended_at, device, device_name, show_id, is_continued)
    select r.id, r.way, r.visitor, r.country, r.started_at, r.ended_at, r.device, r.device_name, s.id, r.is_continued
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) r (id uuid, way text, visitor text, country text,
      started_at timestamptz, ended_at timestamptz, device text, device_name text, show_id uuid, is_continued boolean)
    left join public.shows s on s.id = r.show_id
    on conflict (id) do update set ended_at = greatest(radio_listener_sessions.ended_at, excluded.ended_at)`;
}
