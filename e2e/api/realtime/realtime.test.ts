// Realtime of a running host, from outside, with the official client: the sentences a person would say.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget, type Target } from '../rest/target.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget(`
    drop table if exists public.bookings_heard;
    create table public.bookings_heard (id int primary key, student uuid, class text);
    alter table public.bookings_heard enable row level security;
    create policy "own" on public.bookings_heard for select to authenticated using (student = auth.uid());
    alter publication supabase_realtime add table public.bookings_heard;
    drop policy if exists "classroom" on realtime.messages;
    create policy "classroom" on realtime.messages to authenticated
      using (realtime.topic() = 'classroom') with check (realtime.topic() = 'classroom');
  `);
});
afterAll(async () => {
  await target?.close();
});

const student = { sub: '00000000-0000-0000-0000-00000000000a' };
const another = { sub: '00000000-0000-0000-0000-00000000000b' };

test('a student sees the own booking as it is made, another student does not', async () => {
  const [mine, theirs] = [target.as(student), target.as(another)];
  const seen: Record<string, unknown[]> = { mine: [], theirs: [] };
  for (const [name, client] of Object.entries({ mine, theirs })) {
    await client.realtime.setAuth();
    const systems: string[] = [];
    client
      .channel('bookings')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'bookings_heard' }, (change) =>
        seen[name]?.push(change.new),
      )
      .on('system', {}, ({ message }) => systems.push(message))
      .subscribe();
    await expect.poll(() => systems).toEqual(['Subscribed to PostgreSQL']);
  }
  await target.service.from('bookings_heard').insert([
    { id: 1, student: student.sub, class: 'Clay' },
    { id: 2, student: another.sub, class: 'Paint' },
  ]);
  await expect.poll(() => seen.mine).toEqual([{ id: 1, student: student.sub, class: 'Clay' }]);
  await expect.poll(() => seen.theirs).toEqual([{ id: 2, student: another.sub, class: 'Paint' }]);
  await mine.removeAllChannels();
  await theirs.removeAllChannels();
});

test('a class talks in its own room, sees who is there, and strangers stay outside', async () => {
  const config = { private: true, broadcast: { ack: true }, presence: { key: 'student' } };
  const join = async (client: Target['anon'], received: unknown[] = []) => {
    await client.realtime.setAuth();
    const channel = client
      .channel('classroom', { config })
      .on('presence', { event: 'sync' }, () => undefined)
      .on('broadcast', { event: 'said' }, ({ payload }) => received.push(payload));
    const state = await new Promise((resolve) => channel.subscribe((status) => resolve(status)));
    return { channel, state };
  };
  const received: unknown[] = [];
  const listener = await join(target.as(another), received);
  const mouth = await join(target.as(student));
  expect([listener.state, mouth.state]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  expect((await join(target.anon)).state).toBe('CHANNEL_ERROR');
  expect(await mouth.channel.send({ type: 'broadcast', event: 'said', payload: { text: 'olá' } })).toBe('ok');
  expect(await mouth.channel.track({ name: 'Ana' })).toBe('ok');
  await expect.poll(() => received).toEqual([{ text: 'olá' }]);
  await expect.poll(() => listener.channel.presenceState()).toMatchObject({ student: [{ name: 'Ana' }] });
  expect(await mouth.channel.untrack()).toBe('ok');
  await expect.poll(() => listener.channel.presenceState()).toEqual({});
  expect(await mouth.channel.httpSend('said', { text: 'by post' })).toEqual({ success: true });
  await expect.poll(() => received.length).toBe(2);
  await Promise.all([listener, mouth].map(({ channel }) => channel.unsubscribe()));
  await target.anon.removeAllChannels();
});

test('a connection is opened, held open by heartbeats, closed and opened again', async () => {
  const client = target.as(student);
  const beats: string[] = [];
  client.realtime.onHeartbeat((state) => beats.push(state));
  client.realtime.connect();
  await expect.poll(() => client.realtime.connectionState()).toBe('open');
  await client.realtime.sendHeartbeat();
  await expect.poll(() => beats).toContain('ok');
  const channel = client.channel('hall');
  expect(client.getChannels()).toEqual([channel]);
  const received: unknown[] = [];
  channel.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload));
  await new Promise((resolve) => channel.subscribe(resolve));
  await target.service.channel('hall').httpSend('said', { text: 'from the server' });
  await expect.poll(() => received).toEqual([{ text: 'from the server' }]);
  expect(await client.removeChannel(channel)).toBe('ok');
  expect(client.getChannels()).toEqual([]);
  await client.realtime.disconnect();
  await expect.poll(() => client.realtime.isConnected()).toBe(false);
});
