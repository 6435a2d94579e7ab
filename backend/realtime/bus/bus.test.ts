// Processes on one database that exchange messages and notice when another was killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Bus, createBus } from './bus.ts';
import { createBusKey, cutMessage } from './chunks.ts';

/** Three of them are longer than a busy machine keeps a process waiting. */
const BEAT_MS = 300;
const SECRET = 'a secret of the studio';
let database: TestDatabase;
const buses: Bus[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await database.drop();
});

async function start() {
  const peers: string[] = [];
  const gone: string[] = [];
  const bus = createBus({
    databaseUrl: database.url,
    secret: SECRET,
    beatMs: BEAT_MS,
    onMessage: () => undefined,
    onPeer: (node) => peers.push(node),
    onPeerLost: (node) => gone.push(node),
    onStored: () => undefined,
    onListening: () => undefined,
    onError: () => undefined,
  });
  buses.push(bus);
  await bus.start();
  return { bus, peers, gone };
}

test('a killed process is dropped by the others after three missed heartbeats', async () => {
  const [one, other] = [await start(), await start()];
  await expect.poll(() => [one.peers, other.peers]).toEqual([[other.bus.node], [one.bus.node]]);
  const killed = 'killed000000';
  const publish = (number: number) =>
    database.sql`select pg_notify('onda_realtime', part) from unnest(${cutMessage(createBusKey(SECRET), killed, number, { t: 'here' })}::text[]) as part`;
  await publish(1);
  await expect.poll(() => one.peers).toContain(killed);
  await expect.poll(() => [one.gone, other.gone]).toEqual([[killed], [killed]]);
  await sleep(5 * BEAT_MS);
  expect([one.gone, other.gone]).toEqual([[killed], [killed]]);
});
