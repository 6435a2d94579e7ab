// Takes requests from net.http_request_queue and stores their answers. Of several processes each takes its own; a request
// is taken before it is sent, so that none is sent twice.
import type { Sql } from '../database/driver/sql.ts';
import { type QueuedRequest, sendRequest } from './send-request.ts';

export interface RequestRunner {
  /** Takes what waits, as many as may be sent at once. */
  take(): Promise<void>;
  removeOld(): Promise<void>;
  /** Resolves when nothing is being sent. */
  settle(): Promise<void>;
}

const MAX_CONCURRENT = 16;

export function createRequestRunner({
  sql,
  allowsPrivate,
  onError,
}: {
  sql: Sql;
  allowsPrivate: (url: URL) => boolean;
  onError: (message: string, error: unknown) => void;
}): RequestRunner {
  const running = new Set<Promise<void>>();

  async function send(queued: QueuedRequest): Promise<void> {
    const outcome = await sendRequest(queued, { allowsPrivate });
    await sql`insert into net._http_response ${sql({
      ...outcome,
      id: queued.id,
      headers: outcome.headers && sql.json(outcome.headers),
    })}`;
  }

  return {
    async take() {
      const free = MAX_CONCURRENT - running.size;
      if (free <= 0) return;
      const taken = await sql<QueuedRequest[]>`
        delete from net.http_request_queue where id in (
          select id from net.http_request_queue order by id limit ${free} for update skip locked
        ) returning id, method::text, url, headers, body, timeout_milliseconds`;
      for (const queued of taken) {
        const work = send(queued)
          .catch((error: unknown) => onError('the answer to a request of the database was not stored', error))
          .finally(() => running.delete(work));
        running.add(work);
      }
    },
    async removeOld() {
      await sql`delete from net._http_response where created < now() - interval '6 hours'`;
      await sql`delete from supabase_functions.hooks where created_at < now() - interval '30 days'`;
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
