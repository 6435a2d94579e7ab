// The pool: never more connections than allowed, first come first served, limited waits, a clean close.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { QueueTimeout } from '../../queue/fair-queue.ts';
import type { WireConnection } from './open-connection.ts';
import { openPool, PoolClosed } from './open-pool.ts';

/** Connections without a server: only the pool's behaviour is tested. */
function countedConnections() {
  const counted = { opened: 0, ended: 0, list: [] as { isOpen: boolean }[] };
  const open = async (): Promise<WireConnection> => {
    counted.opened += 1;
    const state = { isOpen: true };
    counted.list.push(state);
    return {
      get isOpen() {
        return state.isOpen;
      },
      openedMs: Date.now(),
      silentMs: 0,
      backendPid: undefined,
      run: async () => [],
      cancel: () => undefined,
      async end() {
        counted.ended += 1;
        state.isOpen = false;
      },
      destroy() {
        state.isOpen = false;
      },
    };
  };
  return { counted, open };
}

describe('a pool', () => {
  test('opens only as many as are used at once', async () => {
    const { counted, open } = countedConnections();
    const pool = openPool({ maxConnections: 3, open });
    for (let round = 0; round < 5; round += 1) await pool.use(async () => {});
    expect(counted.opened).toBe(1);
    let atOnce = 0;
    let peak = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        pool.use(async () => {
          atOnce += 1;
          peak = Math.max(peak, atOnce);
          await sleep(2);
          atOnce -= 1;
        }),
      ),
    );
    expect(peak).toBe(3);
    expect(counted.opened).toBe(3);
    await pool.close();
    expect(counted.ended).toBe(3);
  });

  test('serves in order of request', async () => {
    const { open } = countedConnections();
    const pool = openPool({ maxConnections: 1, open });
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((number) => pool.use(async () => void order.push(number))));
    expect(order).toEqual([1, 2, 3, 4]);
    await pool.close();
  });

  test('fails requests that wait too long', async () => {
    const { open } = countedConnections();
    const pool = openPool({ maxConnections: 1, open, waitMs: 20 });
    const long = pool.use(() => sleep(80));
    await expect(pool.use(async () => {})).rejects.toBeInstanceOf(QueueTimeout);
    await long;
    await expect(pool.use(async () => 'free')).resolves.toBe('free');
    await pool.close();
  });

  test('gives the place of a failed opening to the next', async () => {
    let attempts = 0;
    const { open } = countedConnections();
    const pool = openPool({
      maxConnections: 1,
      open() {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error('away')) : open();
      },
    });
    const [first, second] = await Promise.allSettled([pool.use(async () => 1), pool.use(async () => 2)]);
    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
    await pool.close();
  });

  test('does not lend a connection that died meanwhile', async () => {
    const { counted, open } = countedConnections();
    const pool = openPool({ maxConnections: 1, open });
    await pool.use(async () => {});
    for (const state of counted.list) state.isOpen = false;
    await pool.use(async (connection) => expect(connection.isOpen).toBe(true));
    expect(counted.opened).toBe(2);
    await pool.close();
  });

  test('closes unused connections', async () => {
    const { counted, open } = countedConnections();
    const pool = openPool({ maxConnections: 3, open, idleMs: 20 });
    await Promise.all([1, 2, 3].map(() => pool.use(() => sleep(5))));
    expect(counted.opened).toBe(3);
    await expect.poll(() => counted.ended).toBe(3);
    await pool.use(async (connection) => expect(connection.isOpen).toBe(true));
    await pool.close();
  });

  test('closes after running work, and rejects new work', async () => {
    const { open } = countedConnections();
    const pool = openPool({ maxConnections: 1, open });
    let isDone = false;
    const running = pool.use(async () => {
      await sleep(30);
      isDone = true;
    });
    const waiting = pool.use(async () => {});
    waiting.catch(() => {});
    await pool.close();
    expect(isDone).toBe(true);
    await running;
    await expect(waiting).rejects.toBeInstanceOf(PoolClosed);
    await expect(pool.use(async () => {})).rejects.toBeInstanceOf(PoolClosed);
  });
});
