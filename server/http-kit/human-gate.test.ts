import { expect, it } from 'vitest';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import { createHumanGate } from './human-gate.ts';

const from = (address: string) =>
  new Request('http://studio.test/', { headers: { 'x-test-address': address } });
const open = () =>
  createHumanGate({
    botCheck: { use: async (token) => token === 'good', vouch: async () => 'a proof' },
    clientIp: (request) => request.headers.get('x-test-address') ?? '',
    limiter: createRateLimiter({}),
  });

it('lets a few through without scripts from each network, and anyone who brings a good token', async () => {
  const gate = open();
  const passed = [];
  for (let turn = 1; turn <= 9; turn++) passed.push(await gate.isHuman(from(`2001:db8::${turn}`), ''));
  expect(passed).toEqual([...Array(8).fill(true), false]);
  expect(await gate.prove(from('2001:db8::1'), 'good')).toBe('a proof');
  expect(await gate.prove(from('2001:db8::1'), 'made up')).toBeNull();
});

it('says how long to wait when one network sends too much, with or without tokens', async () => {
  const gate = open();
  for (let turn = 0; turn < 120; turn++) await gate.isHuman(from('192.0.2.1'), 'good');
  await expect(gate.isHuman(from('192.0.2.1'), 'good')).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
  });
  expect(await gate.isHuman(from('192.0.2.2'), 'good')).toBe(true);
});
