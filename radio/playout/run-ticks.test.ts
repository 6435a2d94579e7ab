import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runTicks } from './run-ticks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ticks ten times a second, twice while nobody listens, and soon ten times again for the first listener', () => {
  let isIdle = false;
  const advance = vi.fn();
  const stop = runTicks(advance, () => isIdle);
  vi.advanceTimersByTime(1000);
  expect(advance).toHaveBeenCalledTimes(11);
  isIdle = true;
  vi.advanceTimersByTime(100);
  advance.mockClear();
  vi.advanceTimersByTime(2000);
  expect(advance).toHaveBeenCalledTimes(4);
  isIdle = false;
  vi.advanceTimersByTime(500);
  advance.mockClear();
  vi.advanceTimersByTime(1000);
  expect(advance).toHaveBeenCalledTimes(10);
  stop();
  vi.advanceTimersByTime(1000);
  expect(advance).toHaveBeenCalledTimes(10);
});
