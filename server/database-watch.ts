// Knows whether the database answers and accepts changes, and returns 503 for requests that wait for a lost database, or that
// failed on one that may only be read. It checks only when a
// request takes long or fails, on a separate connection, so that busy pools do not look like a lost database. While the
// database is lost it is checked twice a second, and requests are answered at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDriverPool } from '#backend/database/connect.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { currentRequestWrites, outsideRequest } from '#backend/database/request-writes.ts';
import { isWritable } from '#backend/database/writable.ts';
import type { Logger } from './logger.ts';

export interface DatabaseWatch {
  readonly isAway: boolean;
  /**
   * The answer of `work`, or of `unavailable` when the database does not answer. With `isStartedAnyway` the work is
   * started even while the database is known to be away: it may not need it.
   */
  guard(
    work: () => Response | Promise<Response>,
    unavailable: () => Response | Promise<Response>,
    options?: { isStartedAnyway?: boolean },
  ): Promise<Response>;
  close(): Promise<void>;
}

interface PendingRequest {
  readonly sinceMs: number;
  giveUp(): void;
}

const TICK_MS = 500;
/** A request that takes longer triggers a check of the database. */
const SLOW_REQUEST_MS = 1000;
/** Long enough for a new connection on a machine that is busy with something else. */
const ANSWER_LIMIT_MS = 4000;
/** A query without an answer by then is sent again on another connection. */
const CONNECTION_LIMIT_MS = 10_000;
const IDLE_S = 60;
/** SQLSTATE classes of a database that is starting, stopping or cannot be spoken to. */
const CONNECTION_CLASSES = new Set(['08', '57', '58']);

export function createDatabaseWatch({ url, log }: { url: string; log: Logger }): DatabaseWatch {
  const pending = new Set<PendingRequest>();
  let ticking: NodeJS.Timeout | undefined;
  let checking: Promise<boolean> | undefined;
  let isAway = false;
  let isReadOnly = false;
  let isClosed = false;
  let connection = open();

  function open(): Sql {
    return openDriverPool(url, { max: 1, applicationName: 'onda watch', idleS: IDLE_S });
  }

  /** Whether the database answers and accepts changes; one query at a time, shared by all callers. */
  function check(): Promise<boolean> {
    // It goes on after the request that asked first.
    checking ??= outsideRequest(ask).finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function ask(): Promise<boolean> {
    const question = answers(isWritable(connection));
    const limit = new AbortController();
    const isAnswered = await Promise.race([question, late(ANSWER_LIMIT_MS, limit.signal)]);
    limit.abort();
    if (isAnswered !== 'late') {
      if (isAnswered === 'lost') noteAway('it cannot be reached');
      else noteBack(isAnswered === 'read-only');
      return isAnswered === 'ok';
    }
    noteAway(`it did not answer within ${ANSWER_LIMIT_MS / 1000} s`);
    void replaceUnlessAnswered(question);
    return false;
  }

  async function replaceUnlessAnswered(question: Promise<DatabaseState>): Promise<void> {
    const limit = new AbortController();
    const answer = await Promise.race([question, late(CONNECTION_LIMIT_MS - ANSWER_LIMIT_MS, limit.signal)]);
    limit.abort();
    if (answer !== 'late' || isClosed) return;
    const old = connection;
    connection = open();
    await old.end({ timeout: 0 }).catch(() => undefined);
  }

  function noteAway(reason: string): void {
    for (const request of pending) request.giveUp();
    if (isAway) return;
    isAway = true;
    log.error({ reason }, 'the database is unreachable; requests get status 503 until it is back');
    void outsideRequest(askUntilBack);
  }

  async function askUntilBack(): Promise<void> {
    while (isAway && !isClosed) {
      await sleep(TICK_MS, undefined, { ref: false });
      if (!isClosed) await check();
    }
  }

  function noteBack(mayOnlyRead: boolean): void {
    if (isAway) log.warn('the database is reachable again');
    isAway = false;
    if (mayOnlyRead && !isReadOnly)
      log.error('the database may only be read (a standby?); requests that write get status 503');
    else if (!mayOnlyRead && isReadOnly) log.warn('the database accepts changes again');
    isReadOnly = mayOnlyRead;
  }

  function tick(): void {
    const now = Date.now();
    for (const { sinceMs } of pending) {
      if (now - sinceMs < SLOW_REQUEST_MS) continue;
      void check();
      break;
    }
    if (pending.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  return {
    get isAway() {
      return isAway;
    },
    async guard(work, unavailable, { isStartedAnyway = false } = {}) {
      if (isAway && !isStartedAnyway) return unavailable();
      let request: PendingRequest | undefined;
      const givenUp = new Promise<'given up'>((resolve) => {
        request = { sinceMs: Date.now(), giveUp: () => resolve('given up') };
        pending.add(request);
      });
      ticking ??= setInterval(tick, TICK_MS).unref();
      const answer = startWork(work);
      try {
        const first = await Promise.race([answer, givenUp]);
        if (first === 'given up') {
          // Its result is no longer needed, but it may still fail.
          answer.catch(() => undefined);
          return unavailable();
        }
        if (first.status < 500 || first.status === 503 || (!hasMissedDatabase() && (await check())))
          return first;
        await first.body?.cancel();
        return unavailable();
      } catch (error) {
        if (!hasMissedDatabase() && (await check())) throw error;
        return unavailable();
      } finally {
        if (request) pending.delete(request);
      }
    },
    async close() {
      isClosed = true;
      clearInterval(ticking);
      await connection.end({ timeout: 1 });
    },
  };
}

/** Also where it is back by now: the answer of the work would call that a fault of ours. */
const hasMissedDatabase = () => currentRequestWrites()?.hasMissedDatabase === true;

async function startWork(work: () => Response | Promise<Response>): Promise<Response> {
  return work();
}

async function late(ms: number, signal: AbortSignal): Promise<'late'> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  // When this process itself was busy, the answer may be unread in the socket: it is read first.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return 'late';
}

type DatabaseState = 'ok' | 'read-only' | 'lost';

/** An error from a running database, for example too many connections, is an answer too. */
async function answers(question: Promise<boolean>): Promise<DatabaseState> {
  try {
    return (await question) ? 'ok' : 'read-only';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const isSqlState = /^(?=.*\d)[0-9A-Z]{5}$/.test(code);
    return isSqlState && !CONNECTION_CLASSES.has(code.slice(0, 2)) ? 'ok' : 'lost';
  }
}
