// Does what the database asks for in the background: jobs at set times (cron) and requests (net). Looks once a second; where
// nothing waits that costs two reads of empty tables.
import type { Sql } from '../database/driver/sql.ts';
import { hasBackgroundSchema } from './install-schema.ts';
import { createCronRunner } from './run-jobs.ts';
import { createRequestRunner } from './run-requests.ts';

export interface BackgroundOptions {
  sql: Sql;
  /** Opens a connection for one run of a job. */
  connect: () => Sql;
  /** Whether a request may go to this address although it is not on the public internet. */
  allowsPrivate: (url: URL) => boolean;
  onError: (message: string, error: unknown) => void;
  /** For tests. */
  tickMs?: number;
}

export interface Background {
  close(): Promise<void>;
}

const TICK_MS = 1000;
const CLEAN_MS = 600_000;
const SETTLE_MS = 3000;

export function createBackground(options: BackgroundOptions): Background {
  const { sql, onError, tickMs = TICK_MS } = options;
  const cron = createCronRunner(options);
  const requests = createRequestRunner(options);
  let isClosed = false;
  let isOurs: boolean | undefined;
  let isFailing = false;
  let cleanedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  async function tick(): Promise<void> {
    isOurs ??= await hasBackgroundSchema(sql);
    if (!isOurs) return;
    const now = Date.now();
    if (now - cleanedMs > CLEAN_MS) {
      cleanedMs = now;
      await cron.removeOld();
      await requests.removeOld();
    }
    await requests.take();
    const [jobs] = await sql`select exists (select from cron.job where active) as "areThere"`;
    if (jobs?.areThere) await cron.startDue();
    isFailing = false;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      current = tick()
        .catch((error: unknown) => {
          // A database that is away fails every second; once is enough to be known.
          if (!isClosed && !isFailing) onError('background work of the database failed', error);
          isFailing = true;
        })
        .finally(() => {
          if (!isClosed && isOurs !== false) schedule();
        });
    }, tickMs);
    timer.unref();
  }
  schedule();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await current;
      const late = new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS).unref());
      await Promise.race([Promise.all([cron.settle(), requests.settle()]), late]);
      await cron.abort();
    },
  };
}
