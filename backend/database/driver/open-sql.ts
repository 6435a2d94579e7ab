// Opens the connections to a database, when they are first used, and makes the `sql` that statements are written with.
import { currentRequestWrites, type RequestWrites } from '../request-writes.ts';
import { findDeadConnections } from '../wire/find-dead-connections.ts';
import type { ConnectionTarget } from '../wire/open-socket.ts';
import { isReadOnlyError, ReadOnlyDatabase } from '../writable.ts';
import { DriverError } from './driver-error.ts';
import { createListener } from './listener.ts';
import { openInTime } from './open-in-time.ts';
import { openSession, type Session, type SessionOptions } from './open-session.ts';
import { createStatementWriter, type RunnableQuery } from './query.ts';
import { readTarget } from './read-target.ts';
import { createSessionPool, type SilenceOptions } from './session-pool.ts';
import type { ReservedSql, Sql, TransactionSql } from './sql.ts';
import { createTextExchange } from './text-exchange.ts';
import { runOn, runTransaction } from './transaction.ts';
import { createValueTypes, type ValueTypes } from './value-types.ts';

/** Times in seconds, named as other drivers and URLs name them. */
export interface SqlOptions {
  max?: number;
  connect_timeout?: number;
  /** How long a connection may be unused; without it connections stay. */
  idle_timeout?: number;
  /** How old a connection may become; null: as old as it likes. */
  max_lifetime?: number | null;
  /** How long to wait while transactions and reservations hold every connection. */
  wait_timeout?: number;
  /** Whether arrays are read: costs a question for each new connection. */
  fetch_types?: boolean;
  applicationName?: string;
  /** Looks for connections that the server no longer works for. */
  silence?: SilenceOptions;
  /** An answer larger than this ends its connection. */
  maxAnswerBytes?: number;
  onnotify?(channel: string, payload: string): void;
  /** A connection was closed. */
  onclose?(): void;
}

const DEFAULT_MAX = 10;
const CONNECT_TIMEOUT_S = 30;
const LIFETIME_S = 45 * 60;
const WAIT_TIMEOUT_S = 60;
const SILENCE_MS = 10_000;

const ARRAY_TYPES = 'select oid as element, typarray as array from pg_catalog.pg_type where typarray <> 0';

export function openSql(databaseUrl: string, options: SqlOptions = {}): Sql {
  const { target: place, settings, isPreparing } = readTarget(databaseUrl);
  const target: ConnectionTarget = {
    ...place,
    applicationName: options.applicationName ?? 'sql',
  };
  const types = createValueTypes();
  const base: SessionOptions = {
    target,
    types,
    settings,
    isPreparing,
    maxAnswerBytes: options.maxAnswerBytes,
  };
  const { silence } = options;
  const connectTimeoutMs = 1000 * (options.connect_timeout ?? CONNECT_TIMEOUT_S);

  const pool = createSessionPool({
    max: options.max ?? DEFAULT_MAX,
    connectTimeoutMs,
    idleMs: toMs(options.idle_timeout),
    lifetimeMs: toMs(options.max_lifetime === undefined ? LIFETIME_S : options.max_lifetime),
    waitMs: 1000 * (options.wait_timeout ?? WAIT_TIMEOUT_S),
    async open(signal) {
      const session = await openSession({ ...base, onNotification: options.onnotify }, signal);
      signal.addEventListener('abort', () => session.destroy(), { once: true });
      if (options.fetch_types !== false) await readArrayTypes(session, types);
      return session;
    },
    silenceMs: silence?.silenceMs ?? SILENCE_MS,
    findDead: silence && ((silent) => findDeadConnections(target, silent, silence)),
    onClose: options.onclose,
  });

  // Not one of the pool's: it is never free.
  const listener = createListener((onNotification, opening) =>
    openInTime((signal) => openSession({ ...base, onNotification }, signal), connectTimeoutMs, opening),
  );

  function run(query: RunnableQuery): void {
    const writes = currentRequestWrites();
    if (writes && query.mayWrite) return void runForRequest(query, writes);
    if (writes) query.onFailure(writes.noteFailure);
    pool.acquire().then(
      (session) => {
        if (query.isCancelled) pool.release(session);
        else runOn(session, query, () => pool.release(session));
      },
      (error: unknown) => query.reject(error),
    );
  }

  /** A write of a request is committed apart, so that it is undone when the request ends before. */
  async function runForRequest(query: RunnableQuery, writes: RequestWrites): Promise<void> {
    try {
      query.resolve(await transact('', (_sql, runQuery) => query.runWithin(runQuery), writes));
    } catch (error) {
      query.reject(error);
    }
  }

  async function transact<T>(
    mode: string,
    work: Parameters<typeof runTransaction<T>>[2],
    writes: RequestWrites | undefined,
  ): Promise<T> {
    writes?.requireOpen();
    try {
      const session = await pool.acquire({ isHeld: true });
      try {
        return await runTransaction(session, mode, work, writes);
      } finally {
        pool.release(session);
      }
    } catch (error) {
      const isRefused = writes && isReadOnlyError(error);
      currentRequestWrites()?.noteFailure(isRefused ? new ReadOnlyDatabase(error) : error);
      throw error;
    }
  }

  async function begin<T>(
    ...[first, second]:
      | [work: (sql: TransactionSql) => T | PromiseLike<T>]
      | [mode: string, work: (sql: TransactionSql) => T | PromiseLike<T>]
  ): Promise<T> {
    const [mode, work] = typeof first === 'string' ? [first, second] : ['', first];
    if (!work) throw new TypeError('begin() needs a function');
    return transact(mode, work, /read only/i.test(mode) ? undefined : currentRequestWrites());
  }

  async function reserve(): Promise<ReservedSql> {
    const session = await pool.acquire({ isHeld: true });
    let isReleased = false;
    const writer = createStatementWriter((query) => {
      if (isReleased) query.reject(new DriverError('RESERVATION_ENDED'));
      else runOn(session, query);
    });
    return Object.assign(writer, {
      release() {
        // Released twice, it may be someone else's already.
        if (!isReleased) pool.release(session);
        isReleased = true;
      },
    });
  }

  const sql: Sql = Object.assign(createStatementWriter(run), {
    target,
    begin,
    reserve,
    listen: (channel: string, onNotification: (payload: string) => void, onListen?: () => void) =>
      listener.listen({ channel, onNotification, onListen }),
    async notify(channel: string, payload: string) {
      await sql`select pg_notify(${channel}, ${payload})`;
    },
    async end({ timeout }: { timeout?: number } = {}) {
      await Promise.all([pool.end(timeout === undefined ? undefined : 1000 * timeout), listener.end()]);
    },
  });
  return sql;
}

/** 0 and null: without a limit. */
function toMs(seconds: number | null | undefined): number | undefined {
  return seconds ? 1000 * seconds : undefined;
}

async function readArrayTypes(session: Session, types: ValueTypes): Promise<void> {
  const rows = await new Promise<{ array: number; element: number }[]>((resolve, reject) => {
    const answer = { isRaw: false, copy: undefined, reject };
    session.run(createTextExchange({ text: ARRAY_TYPES, ...answer, resolve: resolve as () => void }));
  });
  types.addArrays(rows.map(({ array, element }) => [array, element] as const));
}
