// Messages in the table realtime.messages: those SQL sends, to be passed on; those stored for replay; and the
// deletion of old ones. Reads through functions of the schema, so that any login of the host works.
import type { Sql } from '../../database/driver/sql.ts';
import { errors } from '../errors.ts';
import type { BroadcastMessage, TopicName } from '../hub/hub.ts';
import type { UserBroadcast } from '../socket/frames.ts';

interface StoredRow {
  id: string;
  topic: string;
  event: string | null;
  private: boolean;
  payload: string | null;
  binary_payload: string | null;
}

export interface StoredMessages {
  onNotification(notification: string): void;
  /** After listening was interrupted: what was sent since. */
  catchUp(sinceMs: number): Promise<void>;
  store(topic: string, message: UserBroadcast, ttlS: number): Promise<string>;
  replay(topic: string, options: { sinceMs: number; max: number }): Promise<UserBroadcast[]>;
  close(): void;
}

const retentionHours = 72;
export const maxRetentionS = retentionHours * 3600;
const sweepMs = 10 * 60_000;
const rememberedIds = 2_000;
// Notifications of transactions that committed just before the interruption may have been in flight.
const overlapMs = 5_000;
const maxCaughtUp = 1_000;

export function createStoredMessages(options: {
  sql: Sql;
  deliver(topic: TopicName, message: BroadcastMessage): void;
  wants(topic: TopicName): boolean;
  onError(message: string, error: unknown): void;
}): StoredMessages {
  const { sql, deliver, wants, onError } = options;
  const seen = new Set<string>();
  const sweep = setInterval(() => {
    sql`select realtime.onda_prune(${`${retentionHours} hours`}::interval)`.catch((error: unknown) =>
      onError('old realtime messages could not be deleted', error),
    );
  }, sweepMs).unref();

  /** False when it was passed on before. */
  function remember(id: string): boolean {
    if (seen.has(id)) return false;
    seen.add(id);
    if (seen.size > rememberedIds) for (const oldest of seen) return seen.delete(oldest);
    return true;
  }

  function passOn(row: StoredRow): void {
    const topic = { name: row.topic, isPrivate: row.private };
    if (!remember(row.id) || !wants(topic)) return;
    deliver(topic, broadcastOf(row));
  }

  async function fetchRow(id: string): Promise<void> {
    const rows = await sql<StoredRow[]>`select * from realtime.onda_messages(${id}::uuid, null, 1)`;
    for (const row of rows) passOn(row);
  }

  return {
    onNotification(notification) {
      const stored: unknown = parse(notification);
      if (typeof stored !== 'object' || stored === null || !('id' in stored)) return;
      if ('row' in stored) {
        fetchRow(String(stored.id)).catch((error: unknown) =>
          onError('a message sent from SQL could not be read', error),
        );
        return;
      }
      const { id, topic, event, private: isPrivate, payload } = stored as Record<string, unknown>;
      passOn({
        id: String(id),
        topic: String(topic),
        event: typeof event === 'string' ? event : null,
        private: isPrivate === true,
        payload: JSON.stringify(payload ?? null),
        binary_payload: null,
      });
    },
    async catchUp(sinceMs) {
      const rows = await sql<StoredRow[]>`
        select * from realtime.onda_messages(null, ${sinceMs - overlapMs}, ${maxCaughtUp})`;
      for (const row of rows) passOn(row);
    },
    async store(topic, { event, encoding, bytes }, ttlS) {
      const json = encoding === 'json' ? bytes.toString('utf8') : null;
      const binary = encoding === 'binary' ? bytes.toString('base64') : null;
      try {
        const [row] = await sql<{ id: string }[]>`
          select realtime.onda_store(${topic}, ${event}, ${json}, ${binary}, ${ttlS}) as id`;
        return row?.id ?? '';
      } catch (error) {
        // Class 22: a zero byte, which JSON may hold and PostgreSQL may not.
        const isBadText = error instanceof Error && 'code' in error && String(error.code).startsWith('22');
        throw isBadText ? errors.unstorable(error.message) : error;
      }
    },
    async replay(topic, { sinceMs, max }) {
      const rows = await sql<StoredRow[]>`select * from realtime.onda_replay(${topic}, ${sinceMs}, ${max})`;
      return rows.map((row) => ({ ...broadcastOf(row), meta: { replayed: true, id: row.id } }));
    },
    close: () => clearInterval(sweep),
  };
}

function broadcastOf({
  event,
  payload,
  binary_payload,
}: Omit<StoredRow, 'topic' | 'private'>): UserBroadcast {
  const isBinary = binary_payload !== null;
  return {
    kind: 'user',
    event: event ?? '',
    encoding: isBinary ? 'binary' : 'json',
    bytes: isBinary ? Buffer.from(binary_payload, 'base64') : Buffer.from(payload ?? 'null'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
