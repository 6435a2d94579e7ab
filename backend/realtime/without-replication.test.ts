// A database login without the REPLICATION right: table changes are rejected with a reason, everything else works.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, type RealtimeHost, serveRealtime, startRealtimeHost } from './testing/realtime-host.ts';

let owner: RealtimeHost;
let host: RealtimeHost;
beforeAll(async () => {
  owner = await startRealtimeHost(`
    create table things (id int primary key);
    alter publication supabase_realtime add table things;
    create policy "all" on realtime.messages to authenticated using (true) with check (true);
  `);
  const url = new URL(owner.databaseUrl);
  url.username = 'authenticator';
  url.password = 'authenticator';
  host = await serveRealtime(url.href, owner.sql);
});
afterAll(async () => {
  await host.close();
  await owner.close();
});

test('a subscription to table changes fails with a reason, which is also logged', async () => {
  const systems: { status: string; message: string }[] = [];
  host
    .client()
    .channel('things')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'things' }, () => undefined)
    .on('system', {}, (message) => systems.push(message))
    .subscribe();
  await expect
    .poll(() => systems[0])
    .toMatchObject({
      status: 'error',
      message: 'Table changes are not available: the login of the host lacks the REPLICATION attribute.',
    });
  expect(host.errors).toEqual([expect.stringContaining('table changes cannot be followed')]);
});

test('broadcast, private channels, stored messages, presence and messages from SQL work', async () => {
  const received: string[] = [];
  const listener = host
    .client({ as: {} })
    .channel('room', { config: { private: true, presence: { key: 'me' } } })
    .on('presence', { event: 'sync' }, () => undefined)
    .on('broadcast', { event: '*' }, ({ event }) => received.push(event));
  await joined(listener);
  const sender = await joined(
    host.client({ as: {} }).channel('room', { config: { private: true, broadcast: { ack: true } } }),
  );
  expect(await sender.send({ type: 'broadcast', event: 'said', payload: {}, persist: true })).toBe('ok');
  await owner.sql`select realtime.send('{}', 'sent', 'room')`;
  await expect.poll(() => received.sort()).toEqual(['said', 'sent']);
  await listener.track({});
  await expect.poll(() => Object.keys(listener.presenceState())).toEqual(['me']);
});
