import { expect, test } from 'vitest';
import type { ConnectionEntry } from '#radio/live/live-session.ts';
import { stationText } from '#radio/station-text.ts';
import { createRejectedConnections } from './rejected-connections.ts';

function setUp(options: { maxPerAddress?: number; maxInAll?: number } = {}) {
  let nowMs = 0;
  const lines: ConnectionEntry[] = [];
  const rejected = createRejectedConnections({
    write: (entry) => lines.push(entry),
    windowMs: 60_000,
    maxPerAddress: 3,
    now: () => nowMs,
    ...options,
  });
  const note = (address: string, count = 1, userId: string | null = null) => {
    for (let i = 0; i < count; i++)
      rejected.note({
        way: 'source',
        mount: '/live',
        address,
        client: 'x',
        contentType: '',
        userId,
        outcome: 'rejected',
        status: 401,
        reason: stationText('wrong_password'),
      });
  };
  return { lines, note, rejected, pass: (ms: number) => (nowMs += ms) };
}

test('the first tries of an address are lines of their own, the rest is one line for its window', () => {
  const { lines, note, rejected, pass } = setUp();
  note('192.0.2.1', 1000);
  note('192.0.2.2');
  expect(lines.map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']);
  pass(60_000);
  rejected.flush();
  expect(lines.slice(4)).toEqual([
    expect.objectContaining({
      address: '192.0.2.1',
      reason: {
        code: 'attempts_from_this_address',
        values: { count: 997, minutes: 1, reason: { code: 'wrong_password', values: {} } },
      },
    }),
  ]);
  rejected.flush({ isClosing: true });
  expect(lines).toHaveLength(5);
});

test('a host who is rejected is not hidden behind strangers of the same address', () => {
  const { lines, note } = setUp();
  note('192.0.2.1', 100);
  note('192.0.2.1', 1, 'host');
  expect(lines.at(-1)).toMatchObject({ userId: 'host', reason: { code: 'wrong_password' } });
});

test('a thousand addresses share one line once there are many', () => {
  const { lines, note, rejected } = setUp({ maxInAll: 20 });
  for (let i = 0; i < 5000; i++) note(`2001:db8::${i.toString(16)}`, 2);
  expect(lines).toHaveLength(20);
  rejected.flush({ isClosing: true });
  expect(lines.length).toBeLessThan(40);
  expect(lines.at(-1)?.reason.code).toBe('attempts_from_other_addresses');
});

test('a closing station writes what it counted', () => {
  const { lines, note, rejected } = setUp();
  note('192.0.2.1', 5);
  rejected.flush({ isClosing: true });
  expect(lines.at(-1)?.reason.values).toMatchObject({ count: 2 });
});
