// Presence with the official client: who is present, who joins and leaves, in one process and in two.
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joined, type RealtimeHost, startRealtimeHost } from './testing/realtime-host.ts';

let host: RealtimeHost;
let other: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(`
    create policy "read" on realtime.messages for select to authenticated using (realtime.topic() = 'stage');
    create policy "write" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'stage' and extension = 'presence' and auth.uid() = '00000000-0000-0000-0000-000000000001');
  `);
  other = await host.addProcess();
});
afterAll(async () => {
  await other.close();
  await host.close();
});

function present(at: RealtimeHost, topic: string, key?: string, vsn?: '1.0.0' | '2.0.0', more = {}) {
  const client = at.client({ vsn, ...more });
  const events: string[] = [];
  const isPrivate = 'as' in more;
  const channel = client.channel(topic, { config: { presence: { key: key ?? '' }, private: isPrivate } });
  channel
    .on('presence', { event: 'join' }, ({ key: person }) => events.push(`+${person}`))
    .on('presence', { event: 'leave' }, ({ key: person }) => events.push(`-${person}`));
  return { client, channel, events };
}

const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  test('everybody sees who is there, with what they say of themselves', async () => {
    const topic = `room-${vsn}`;
    const ana = present(host, topic, 'ana', vsn);
    const bo = present(host, topic, 'bo', vsn);
    await joined(ana.channel);
    expect(await ana.channel.track({ mood: 'calm' })).toBe('ok');
    await joined(bo.channel);
    await bo.channel.track({ mood: 'wild' });
    await expect.poll(() => keys(ana.channel)).toEqual(['ana', 'bo']);
    await expect.poll(() => keys(bo.channel)).toEqual(['ana', 'bo']);
    expect(bo.channel.presenceState().ana).toEqual([{ mood: 'calm', presence_ref: expect.any(String) }]);

    await ana.channel.track({ mood: 'tired' });
    await expect
      .poll(() => bo.channel.presenceState<{ mood: string }>().ana?.map(({ mood }) => mood))
      .toEqual(['tired']);

    expect(await bo.channel.untrack()).toBe('ok');
    await expect.poll(() => keys(ana.channel)).toEqual(['ana']);
    expect(ana.events).toEqual(expect.arrayContaining(['+bo', '-bo']));
  });
});

test('a client that leaves or disconnects is removed', async () => {
  const [ana, bo, cy] = ['ana', 'bo', 'cy'].map((key) => present(host, 'hall', key)) as [
    ReturnType<typeof present>,
    ReturnType<typeof present>,
    ReturnType<typeof present>,
  ];
  for (const { channel } of [ana, bo, cy]) {
    await joined(channel);
    await channel.track({});
  }
  await expect.poll(() => keys(ana.channel)).toEqual(['ana', 'bo', 'cy']);
  await bo.client.removeChannel(bo.channel);
  await cy.client.realtime.disconnect();
  await expect.poll(() => keys(ana.channel)).toEqual(['ana']);
});

test('one person on two devices is one key with two entries', async () => {
  const [one, two] = [present(host, 'devices', 'ana'), present(host, 'devices', 'ana')];
  await joined(one.channel);
  await one.channel.track({ on: 'phone' });
  await joined(two.channel);
  await two.channel.track({ on: 'laptop' });
  await expect.poll(() => one.channel.presenceState().ana?.length).toBe(2);
  await two.client.removeAllChannels();
  await expect.poll(() => one.channel.presenceState().ana?.length).toBe(1);
});

test('without a key everybody gets one, and who tracks without listening is seen', async () => {
  const listener = present(host, 'keyless');
  await joined(listener.channel);
  const silent = host.client().channel('keyless');
  await joined(silent);
  await silent.track({ name: 'silent' });
  await expect
    .poll(() => Object.values(listener.channel.presenceState()))
    .toMatchObject([[{ name: 'silent' }]]);
});

test('on a private channel only clients with write permission are shown', async () => {
  const may = present(host, 'stage', 'may', undefined, {
    as: { sub: '00000000-0000-0000-0000-000000000001' },
  });
  const mayNot = present(host, 'stage', 'mayNot', undefined, {
    as: { sub: '00000000-0000-0000-0000-000000000002' },
  });
  await joined(may.channel);
  await joined(mayNot.channel);
  expect(await may.channel.track({})).toBe('ok');
  expect(await mayNot.channel.track({})).toBe('error');
  await expect.poll(() => keys(mayNot.channel)).toEqual(['may']);
});

describe('two processes on one database', () => {
  test('presence and its end are seen in both, also by who comes later', async () => {
    const here = present(host, 'both', 'here');
    await joined(here.channel);
    await here.channel.track({ n: 1 });
    const there = present(other, 'both', 'there');
    await joined(there.channel);
    await there.channel.track({ n: 2 });
    await expect.poll(() => keys(here.channel)).toEqual(['here', 'there']);
    await expect.poll(() => keys(there.channel)).toEqual(['here', 'there']);

    // A third process learns the existing state.
    const third = await host.addProcess();
    const late = present(third, 'both', 'late');
    await joined(late.channel);
    await expect.poll(() => keys(late.channel)).toEqual(['here', 'there']);
    await late.channel.track({});
    await expect.poll(() => keys(here.channel)).toEqual(['here', 'late', 'there']);
    await third.close();
    await expect.poll(() => keys(here.channel)).toEqual(['here', 'there']);
  });

  test('broadcasts reach the other process, large ones and bytes too', async () => {
    const received: { event: string; payload: unknown }[] = [];
    const listener = other
      .client()
      .channel('far')
      .on('broadcast', { event: '*' }, ({ event, payload }) => {
        received.push({ event, payload });
      });
    await joined(listener);
    const sender = await joined(host.client().channel('far'));
    const text = 'šíře 🌊 '.repeat(5_000);
    await sender.send({ type: 'broadcast', event: 'large', payload: { text } });
    await sender.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 255]).buffer });
    await expect.poll(() => received.length).toBe(2);
    expect(received[0]).toEqual({ event: 'large', payload: { text } });
    expect(new Uint8Array(received[1]?.payload as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 255]));
  });

  test('what SQL sends is received once in each', async () => {
    const received: string[] = [];
    for (const [name, at] of Object.entries({ here: host, there: other })) {
      await joined(
        at
          .client()
          .channel('sql')
          .on('broadcast', { event: 'x' }, () => received.push(name)),
      );
    }
    await host.sql`select realtime.send('{}', 'x', 'sql', false)`;
    await host.sql`select realtime.send('{}', 'x', 'sql', false)`;
    await expect.poll(() => received.sort()).toEqual(['here', 'here', 'there', 'there']);
  });
});
