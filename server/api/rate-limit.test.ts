import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

it('lets a few requests pass, then says how long to wait, then lets more pass', () => {
  let now = 0;
  const limit = createRateLimit({ count: 2, windowS: 10, now: () => now });
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 0]);
  now = 4000;
  expect(limit.take('a')).toBe(6);
  expect(limit.take('b')).toBe(0);
  now = 10_000;
  expect(limit.take('a')).toBe(0);
});
