// Lends out connections: opened when needed, at most so many, each to one borrower at a time, retired with age or when
// nobody needed them for a while.
import type { WireConnection } from './open-connection.ts';

export interface PoolOptions {
  maxConnections: number;
  open(): Promise<WireConnection>;
  /** How long a borrower waits for a connection before it is told that there is none. */
  waitMs?: number;
  /** How long a connection may lie unused. */
  idleMs?: number;
}

export interface Pool {
  use<T>(work: (connection: WireConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export class PoolTimeout extends Error {
  readonly code = 'POOL_TIMEOUT';
  constructor() {
    super('no database connection became free in time');
    this.name = 'PoolTimeout';
  }
}

export class PoolClosed extends Error {
  readonly code = 'CONNECTION_ENDED';
  constructor() {
    super('the database connections are closed');
    this.name = 'PoolClosed';
  }
}

interface Waiter {
  resolve(connection: WireConnection | undefined): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

// A server process keeps what it once cached; a new one starts small again.
const lifetimeMs = 30 * 60_000;
const drainMs = 5_000;

export function openPool(options: PoolOptions): Pool {
  const idle: { connection: WireConnection; sinceMs: number }[] = [];
  const all = new Set<WireConnection>();
  const waiting: Waiter[] = [];
  let lent = 0;
  let isClosed = false;
  let onDrained: (() => void) | undefined;
  let retire: NodeJS.Timeout | undefined;
  const idleMs = options.idleMs ?? 60_000;

  /** A free connection, or undefined as the right to open one. */
  function borrow(): Promise<WireConnection | undefined> | WireConnection | undefined {
    if (isClosed) throw new PoolClosed();
    // The one used last: the others can grow old.
    for (let free = idle.pop(); free; free = idle.pop()) {
      const { connection } = free;
      if (!connection.isOpen) {
        all.delete(connection);
        continue;
      }
      lent += 1;
      return connection;
    }
    if (lent < options.maxConnections) {
      lent += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new PoolTimeout());
      }, options.waitMs ?? 10_000);
      const waiter = { resolve, reject, timer };
      waiting.push(waiter);
    });
  }

  function giveBack(connection: WireConnection | undefined): void {
    const isUsable = connection?.isOpen && !isClosed && Date.now() - connection.openedMs < lifetimeMs;
    if (connection && !isUsable) {
      all.delete(connection);
      if (connection.isOpen) void connection.end();
    }
    const next = waiting.shift();
    if (next) {
      // The place goes over to the next in line, with its connection or with the right to open one.
      clearTimeout(next.timer);
      next.resolve(isUsable ? connection : undefined);
      return;
    }
    lent -= 1;
    if (isUsable && connection) {
      idle.push({ connection, sinceMs: Date.now() });
      retire ??= setTimeout(retireIdle, idleMs).unref();
    }
    if (lent === 0) onDrained?.();
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

  return {
    async use(work) {
      const borrowed = borrow();
      let connection = borrowed instanceof Promise ? await borrowed : borrowed;
      try {
        if (!connection) {
          connection = await options.open();
          all.add(connection);
        }
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(retire);
      for (const waiter of waiting.splice(0)) {
        clearTimeout(waiter.timer);
        waiter.reject(new PoolClosed());
      }
      if (lent > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, drainMs);
          onDrained = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const leaving = [...all];
      await Promise.all(leaving.map((connection) => Promise.race([connection.end(), wait(1_000)])));
      for (const connection of leaving) connection.destroy();
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
