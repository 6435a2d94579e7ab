// A connection pool: opened when needed, up to a maximum, each lent to one borrower at a time, shared fairly among
// callers (see fair-queue.ts), closed with age or when unused for a while.
import { createFairQueue, type Share } from '../../queue/fair-queue.ts';
import type { WireConnection } from './open-connection.ts';

export interface PoolOptions {
  maxConnections: number;
  open(): Promise<WireConnection>;
  /** How long a borrower waits for a connection before it fails. */
  waitMs?: number;
  /** How long a connection may be idle. */
  idleMs?: number;
  /** How long the server may be silent before it is asked which of these connections it still works for. */
  silenceMs?: number;
  /** The connections the server no longer works for: their responses will never come. */
  findDead?(silent: WireConnection[]): Promise<WireConnection[]>;
}

export interface Borrower {
  /** The share of the connections that this one counts in; without it the borrower may take any free one. */
  share?: Share;
  /** Whether the result is no longer needed: running statements are then cancelled. */
  isAbandoned?: () => boolean;
}

export interface Pool {
  use<T>(work: (connection: WireConnection) => Promise<T>, borrower?: Borrower): Promise<T>;
  close(): Promise<void>;
}

export class PoolClosed extends Error {
  readonly code = 'CONNECTION_ENDED';
  constructor() {
    super('the database connections are closed');
    this.name = 'PoolClosed';
  }
}

interface Loan {
  connection: WireConnection;
  isAbandoned: () => boolean;
  isCancelled: boolean;
}

// A server process never frees its caches; a new one starts small again.
const lifetimeMs = 5 * 60_000;
const drainMs = 5_000;
const abandonedCheckMs = 250;

export function openPool(options: PoolOptions): Pool {
  const idle: { connection: WireConnection; sinceMs: number }[] = [];
  const all = new Set<WireConnection>();
  const loans = new Set<Loan>();
  const queue = createFairQueue({ places: options.maxConnections, maxWaitMs: options.waitMs ?? 10_000 });
  let isClosed = false;
  let onDrained: (() => void) | undefined;
  let retire: NodeJS.Timeout | undefined;
  let abandonedCheck: NodeJS.Timeout | undefined;
  let silenceCheck: NodeJS.Timeout | undefined;
  let isAskingForDead = false;
  const silenceMs = options.silenceMs ?? 10_000;
  const idleMs = options.idleMs ?? 60_000;

  async function openOne(): Promise<WireConnection> {
    const connection = await options.open();
    all.add(connection);
    if (options.findDead) silenceCheck ??= setInterval(() => void cutDead(), silenceMs / 4).unref();
    return connection;
  }

  function takeIdle(): WireConnection | undefined {
    // The one used last, so that the others can expire.
    for (let free = idle.pop(); free; free = idle.pop()) {
      if (free.connection.isOpen) return free.connection;
      all.delete(free.connection);
    }
    return undefined;
  }

  function release(connection: WireConnection | undefined, share: Share | undefined): void {
    const isUsable = connection?.isOpen && !isClosed && Date.now() - connection.openedMs < lifetimeMs;
    if (connection && isUsable) {
      idle.push({ connection, sinceMs: Date.now() });
      retire ??= setTimeout(retireIdle, idleMs).unref();
    } else if (connection) {
      all.delete(connection);
      if (connection.isOpen) void connection.end();
    }
    queue.leave(share);
    if (queue.taken === 0) onDrained?.();
  }

  function retireIdle(): void {
    const now = Date.now();
    const isOld = ({ sinceMs }: { sinceMs: number }) => now - sinceMs >= idleMs;
    for (const { connection } of idle.filter(isOld)) {
      all.delete(connection);
      void connection.end();
    }
    idle.splice(0, idle.length, ...idle.filter((one) => !isOld(one)));
    retire = idle.length > 0 ? setTimeout(retireIdle, idleMs).unref() : undefined;
  }

  // Polled instead of notified: most loans end long before, and a listener for each would
  // cost more than the few statements that run a moment longer.
  function watch(loan: Loan): void {
    loans.add(loan);
    abandonedCheck ??= setInterval(() => {
      for (const one of loans) {
        if (one.isCancelled || !one.isAbandoned()) continue;
        one.isCancelled = true;
        one.connection.cancel();
      }
      if (loans.size > 0) return;
      clearInterval(abandonedCheck);
      abandonedCheck = undefined;
    }, abandonedCheckMs).unref();
  }

  // A cut network gives no signal: the operating system would wait a quarter of an hour for an answer.
  async function cutDead(): Promise<void> {
    if (all.size === 0) {
      clearInterval(silenceCheck);
      silenceCheck = undefined;
      return;
    }
    const silent = [...all].filter((connection) => connection.silentMs >= silenceMs);
    if (silent.length === 0 || isAskingForDead) return;
    isAskingForDead = true;
    const dead = (await options.findDead?.(silent)) ?? [];
    isAskingForDead = false;
    for (const connection of dead) if (connection.silentMs >= silenceMs) connection.destroy();
  }

  return {
    async use(work, { share, isAbandoned } = {}) {
      if (isClosed) throw new PoolClosed();
      const waiting = queue.enter(share, isAbandoned);
      if (waiting) await waiting;
      let connection: WireConnection | undefined;
      let loan: Loan | undefined;
      try {
        connection = takeIdle() ?? (await openOne());
        if (isAbandoned) {
          loan = { connection, isAbandoned, isCancelled: false };
          watch(loan);
        }
        return await work(connection);
      } finally {
        if (loan) loans.delete(loan);
        release(connection, share);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(retire);
      queue.clear(new PoolClosed());
      if (queue.taken > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, drainMs);
          onDrained = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      clearInterval(abandonedCheck);
      clearInterval(silenceCheck);
      const leaving = [...all];
      await Promise.all(leaving.map((connection) => Promise.race([connection.end(), wait(1_000)])));
      for (const connection of leaving) connection.destroy();
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
