import { expect, test } from 'vitest';
import { createConnectionLimit } from './connection-limit.ts';

test('one sender cannot take the places of the others', () => {
  const limit = createConnectionLimit({ maxPerAddress: 2, maxInAll: 5 });
  const first = limit.enter('192.0.2.1');
  limit.enter('192.0.2.1');
  expect(limit.enter('192.0.2.1')).toBeUndefined();
  expect(limit.enter('192.0.2.2')).toBeDefined();
  first?.();
  first?.();
  expect([limit.size, limit.enter('192.0.2.1') !== undefined]).toEqual([2, true]);
});

test('a network of IPv6 is one sender', () => {
  const limit = createConnectionLimit({ maxPerAddress: 1, maxInAll: 5 });
  expect(limit.enter('2001:db8::1')).toBeDefined();
  expect(limit.enter('2001:db8::2')).toBeUndefined();
  expect(limit.enter('2001:db8:0:1::1')).toBeDefined();
});

test('there is an end for everybody together, also behind a proxy that nobody declared', () => {
  const limit = createConnectionLimit({ maxPerAddress: 1, maxInAll: 3 });
  const entered = Array.from({ length: 5 }, () => limit.enter('127.0.0.1') !== undefined);
  expect(entered).toEqual([true, true, true, false, false]);
});
