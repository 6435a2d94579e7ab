// Runs what the database has planned (private.jobs) and lets run out what has run out (holds, offers). Several processes
// may do so at once. What a job does in the database and its own end are one transaction: done once, or tried again.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { outsideRequest } from '#backend/database/request-writes.ts';
import { inSpan } from '#contracts/spans.ts';
import { hideSecrets } from '../hide-secrets.ts';
import type { Logger } from '../logger.ts';
import { backOffS } from '../mail/back-off.ts';

export type JobPayload = Readonly<Record<string, unknown>>;
export type JobHandler = (payload: JobPayload, within: TransactionSql) => Promise<void>;
/** What a part of the program does by the queue: a handler for each kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export interface JobRunnerOptions {
  sql: Sql;
  handlers: JobHandlers;
  log: Logger;
  /** Which jobs it runs: 'outside' are those that wait for other people's servers. */
  lane?: 'main' | 'outside';
  /** The longest it sleeps; it wakes by itself when something is due earlier. */
  lookEveryMs?: number;
}

export interface JobRunner {
  /** Looks now; resolves when everything that was due is done. */
  run(): Promise<void>;
  close(): Promise<void>;
}

interface Job {
  id: string;
  kind: string;
  payload: JobPayload;
  attempts: number;
}

const TIDY_MS = 3600 * 1000;
const MIN_PAUSE_MS = 50;

export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { sql, handlers, log, lane = 'main', lookEveryMs = 15_000 } = options;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let tidiedAt = 0;
  let round: Promise<void> | undefined;
  let isWoken = false;

  async function runOne(job: Job): Promise<void> {
    try {
      await sql.begin((within) => runLocked(job, within));
    } catch (error) {
      // The transaction itself was lost, or could not be committed.
      await noteFailure(sql, job, error);
    }
  }

  /** The transaction locks the job; a failure is noted before the lock is released. */
  async function runLocked(job: Job, within: TransactionSql): Promise<void> {
    const [lock] = await within<{ is_mine: boolean }[]>`
      select private.lock_job(${job.id}, ${job.attempts}) as is_mine`;
    if (!lock?.is_mine) return;
    const attributes = { 'onda.job.id': job.id, 'onda.job.attempt': job.attempts };
    try {
      const handle = handlers[job.kind];
      if (!handle) throw new Error(`there is no handler for "${job.kind}" jobs`);
      await inSpan({ name: `job ${job.kind}`, kind: 'internal', isRoot: true, attributes }, () =>
        within.savepoint(async (work) => {
          await handle(job.payload, work);
          await work`delete from private.jobs where id = ${job.id}`;
        }),
      );
    } catch (error) {
      await noteFailure(within, job, error);
    }
  }

  async function noteFailure(within: Sql | TransactionSql, job: Job, error: unknown): Promise<void> {
    const waitS = backOffS[job.attempts - 1];
    const reason = hideSecrets(error instanceof Error ? error.message : String(error));
    log.error({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed');
    await within`
      update private.jobs set last_error = ${reason.slice(0, 500)},
        run_at = clock_timestamp() + make_interval(secs => ${waitS ?? 0}), failed_at = ${waitS === undefined ? within`now()` : null}
      where id = ${job.id} and attempts = ${job.attempts}`;
  }

  async function settleDue(): Promise<void> {
    if (Date.now() - tidiedAt > TIDY_MS) {
      tidiedAt = Date.now();
      await sql`select private.tidy_booking()`;
    }
    await sql`select private.settle_due()`;
  }

  async function look(): Promise<void> {
    do {
      isWoken = false;
      if (lane === 'main') await settleDue();
      for (;;) {
        if (isClosed) return;
        const [job] = await sql<Job[]>`select id, kind, payload, attempts from private.take_job(${lane})`;
        if (!job) break;
        await runOne(job);
      }
    } while (isWoken && !isClosed);
  }

  function wake(): Promise<void> {
    if (isClosed) return Promise.resolve();
    clearTimeout(timer);
    // A job that was added while the last look was under way might have been missed by it.
    isWoken = true;
    round ??= outsideRequest(lookAndSleep).finally(() => {
      round = undefined;
    });
    return round;
  }

  async function lookAndSleep(): Promise<void> {
    do {
      await look().catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'jobs could not be read');
      });
      await sleep();
      // A wake-up during this query would otherwise be lost until the next poll.
    } while (isWoken && !isClosed);
  }

  async function sleep(): Promise<void> {
    if (isClosed) return;
    const waitMs = await untilNextDue().catch(() => lookEveryMs);
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(wake, waitMs).unref();
  }

  async function untilNextDue(): Promise<number> {
    const due = lane === 'main' ? sql`private.next_due()` : sql`private.next_job_at(${lane})`;
    const [row] = await sql<{ ms: number | null }[]>`
      select ceil(extract(epoch from ${due} - clock_timestamp()) * 1000)::float8 as ms`;
    return Math.min(lookEveryMs, Math.max(MIN_PAUSE_MS, row?.ms ?? lookEveryMs));
  }

  const listening = await sql.listen('onda_jobs', (wanted) => {
    if (wanted === '' || wanted === lane) void wake();
  });
  void wake();
  return {
    run: wake,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await round;
      await listening.unlisten().catch(() => undefined);
    },
  };
}
