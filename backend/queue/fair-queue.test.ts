// Slots shared among callers: no one takes more than a share, queues take turns, no one waits forever.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  Abandoned,
  createFairQueue,
  type FairQueue,
  QueueTimeout,
  type Share,
  TooManyRequests,
} from './fair-queue.ts';

const share = (key: string, maxRunning = 2, maxWaiting = 100): Share => ({ key, maxRunning, maxWaiting });
const tick = () => sleep(0);
/** Waits until the end of the test. */
const wait = (queue: FairQueue, of: Share) => void queue.enter(of)?.catch(() => undefined);

describe('a fair queue', () => {
  test('leaves places free for others when one caller asks for all of them', async () => {
    const queue = createFairQueue({ places: 4, maxWaitMs: 1000 });
    const flood = Array.from({ length: 10 }, () => queue.enter(share('flood')));
    void Promise.allSettled(flood);
    expect(flood.filter((place) => place === undefined)).toHaveLength(2);
    expect(queue.enter(share('visitor'))).toBeUndefined();
  });

  test('serves the lines in turn, and each line in the order of asking', async () => {
    const queue = createFairQueue({ places: 1, maxWaitMs: 1000 });
    const served: string[] = [];
    queue.enter();
    const ask = (key: string, name: string) =>
      void queue.enter(share(key, 1))?.then(() => {
        served.push(name);
        queue.leave(share(key, 1));
      });
    for (let number = 1; number <= 3; number += 1) ask('flood', `flood ${number}`);
    ask('visitor', 'visitor 1');
    ask('visitor', 'visitor 2');
    queue.leave();
    await tick();
    expect(served).toEqual(['flood 1', 'visitor 1', 'flood 2', 'visitor 2', 'flood 3']);
  });

  test('rejects only the caller whose queue is full', async () => {
    const queue = createFairQueue({ places: 2, maxWaitMs: 1000 });
    queue.enter(share('flood', 1, 2));
    wait(queue, share('flood', 1, 2));
    wait(queue, share('flood', 1, 2));
    expect(() => queue.enter(share('flood', 1, 2))).toThrow(TooManyRequests);
    expect(queue.enter(share('visitor'))).toBeUndefined();
  });

  test('shows a caller that times out whether its own requests were the cause', async () => {
    const queue = createFairQueue({ places: 2, maxWaitMs: 10 });
    queue.enter(share('flood', 2));
    queue.enter(share('flood', 2));
    const [own, other] = await Promise.allSettled([
      queue.enter(share('flood', 2)),
      queue.enter(share('visitor')),
    ]);
    expect(own).toMatchObject({ status: 'rejected', reason: expect.any(TooManyRequests) });
    expect(other).toMatchObject({ status: 'rejected', reason: expect.any(QueueTimeout) });
    queue.leave(share('flood', 2));
    expect(queue.enter(share('visitor'))).toBeUndefined();
  });

  test('skips disconnected callers', async () => {
    const queue = createFairQueue({ places: 1, maxWaitMs: 1000 });
    queue.enter();
    let isGone = false;
    const gone = queue.enter(share('gone'), () => isGone);
    const patient = queue.enter(share('patient'));
    isGone = true;
    queue.leave();
    await expect(gone).rejects.toBeInstanceOf(Abandoned);
    await expect(patient).resolves.toBeUndefined();
    expect(queue.taken).toBe(1);
  });

  test('bounds how many wait in all', async () => {
    const queue = createFairQueue({ places: 1, maxWaitMs: 1000, maxWaiting: 2 });
    queue.enter();
    wait(queue, share('a'));
    wait(queue, share('b'));
    expect(() => queue.enter(share('c'))).toThrow(QueueTimeout);
  });

  test('never lends more places than there are, and loses none', async () => {
    const queue = createFairQueue({ places: 3, maxWaitMs: 1000 });
    let peak = 0;
    const work = async (key: string) => {
      const waiting = queue.enter(share(key));
      if (waiting) await waiting;
      peak = Math.max(peak, queue.taken);
      await sleep(1);
      queue.leave(share(key));
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => work(`caller ${index % 7}`)));
    expect(peak).toBe(3);
    expect(queue.taken).toBe(0);
  });
});
