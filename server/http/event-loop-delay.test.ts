import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchEventLoopDelay } from './event-loop-delay.ts';

test('a task that keeps the event loop is seen while it runs and right after it, and then forgotten', async () => {
  const eventLoop = watchEventLoopDelay();
  await sleep(150);
  const endMs = performance.now() + 600;
  while (performance.now() < endMs);
  expect(eventLoop.delayMs).toBeGreaterThan(350);
  await sleep(20);
  expect(eventLoop.delayMs).toBeGreaterThan(350);
  await expect.poll(() => eventLoop.delayMs).toBeLessThan(100);
});
