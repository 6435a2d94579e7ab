import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runTicks } from './run-ticks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ticks ten times a second, twice while nobody listens, and at once again for the first listener', () => {
  let isIdle = false;
  const advance = vi.fn();
  const stop = runTicks(advance, { isIdle: () => isIdle, monotonicMs: Date.now });
  vi.advanceTimersByTime(1000);
  expect(advance).toHaveBeenCalledTimes(11);
  isIdle = true;
  vi.advanceTimersByTime(2000);
  expect(advance).toHaveBeenCalledTimes(15);
  vi.advanceTimersByTime(200);
  isIdle = false;
  vi.advanceTimersByTime(100);
  expect(advance).toHaveBeenCalledTimes(16);
  stop();
  vi.advanceTimersByTime(1000);
  expect(advance).toHaveBeenCalledTimes(16);
});
