import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { watchEventLoopDelay } from './event-loop-delay.ts';

test('a task that keeps the event loop is seen while it runs and right after it, and then forgotten', async () => {
  const eventLoop = watchEventLoopDelay();
  expect(eventLoop.delayMs).toBeLessThan(100);
  await sleep(150);
  const endMs = performance.now() + 600;
  while (performance.now() < endMs);
  expect(eventLoop.delayMs).toBeGreaterThan(350);
  await sleep(20);
  expect(eventLoop.delayMs).toBeGreaterThan(350);
  await expect.poll(() => eventLoop.delayMs).toBeLessThan(100);
});

test('nothing is looked at before someone asks, and some seconds after', () => {
  vi.useFakeTimers();
  const eventLoop = watchEventLoopDelay();
  expect(vi.getTimerCount()).toBe(0);
  expect(eventLoop.delayMs).toBe(0);
  vi.advanceTimersByTime(4000);
  expect(eventLoop.delayMs).toBe(0);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(5200);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
