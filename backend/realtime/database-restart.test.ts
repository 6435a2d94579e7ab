// The database restarts under connected clients: they stay connected, and rows written as soon as
// it is back arrive. A lasting slot bridges the gap and leaves nothing behind.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../database/driver/open-sql.ts';
import type { Sql } from '../database/driver/sql.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { installRealtimeSchema } from './install-schema.ts';
import { joined, type RealtimeHost, serveRealtime, tokenFor } from './testing/realtime-host.ts';

const progress = { step: () => undefined, done: () => undefined };
let dataDir: string;
let server: EmbeddedPostgres;
let host: RealtimeHost;
const start = () => startEmbeddedPostgres({ dataDir, password: 'restart', progress });

async function withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openSql(server.url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-realtime-'));
  await chmod(dataDir, 0o711);
  server = await start();
  await withSql(async (sql) => {
    await prepareDatabase(sql, { progress });
    await installRealtimeSchema(sql, progress);
    await sql.unsafe(`
      create table things (id int primary key);
      alter table things enable row level security;
      create policy "all" on things for select using (true);
      create policy "all" on realtime.messages to authenticated using (true) with check (true);
      alter publication supabase_realtime add table things;`);
  });
  // The test opens connections of its own: those of the helper would not survive either.
  host = await serveRealtime(server.url, openSql(server.url, { max: 1 }), { realtime: { slot: 'lasting' } });
});
afterAll(async () => {
  await host.sql.end({ timeout: 1 });
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('clients stay connected over a restart and miss nothing', { timeout: 120_000 }, async () => {
  const client = host.client();
  const ids: number[] = [];
  const received: unknown[] = [];
  const states: string[] = [];
  const systems: string[] = [];
  client
    .channel('things')
    .on<{ id: number }>(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'things' },
      (change) => {
        ids.push(change.new.id);
      },
    )
    .on('broadcast', { event: 'news' }, ({ payload }) => received.push((payload as { n: number }).n))
    .on('system', {}, ({ message }) => systems.push(message))
    .subscribe((state) => states.push(state));
  await expect.poll(() => systems).toEqual(['Subscribed to PostgreSQL']);
  await withSql((sql) => sql`insert into things values (1)`);
  await expect.poll(() => ids).toEqual([1]);

  for (const round of [2, 3]) {
    const room = host
      .client({ as: {} })
      .channel('room', { config: { private: true, broadcast: { ack: true } } });
    await joined(room);
    await server.stop();
    // What needs the database reports an error and recovers.
    expect(await room.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error');
    await room.socket.setAuth(await tokenFor({ sub: '00000000-0000-0000-0000-000000000001' }));
    // What needs no database continues.
    const local = await joined(
      host.client().channel(`away-${round}`, { config: { broadcast: { self: true, ack: true } } }),
    );
    expect(await local.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
    server = await start();
    await withSql(async (sql) => {
      await sql`insert into things values (${round * 10})`;
      await sql`select realtime.send(${sql.json({ n: round })}, 'news', 'things', false)`;
    });
    await expect.poll(() => ids.at(-1)).toBe(round * 10);
    await expect.poll(() => received.at(-1)).toBe(round);
    await expect.poll(() => room.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
    expect(room.state).toBe('joined');
  }
  expect(ids).toEqual([1, 20, 30]);
  expect(received).toEqual([2, 3]);
  expect(states).toEqual(['SUBSCRIBED']);

  const slots = () => withSql((sql) => sql`select slot_name, temporary from pg_replication_slots`);
  expect(await slots()).toMatchObject([{ temporary: false }]);
  await host.close();
  expect(await slots()).toEqual([]);
});

test('without logical decoding a subscription to table changes gets an error that says what is missing', {
  timeout: 60_000,
}, async () => {
  await withSql((sql) => sql`alter system set wal_level = replica`);
  await server.stop();
  server = await start();
  const plain = await serveRealtime(server.url, host.sql, { realtime: { slot: 'lasting' } });
  const systems: string[] = [];
  plain
    .client()
    .channel('things')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'things' }, () => undefined)
    .on('system', {}, ({ message }) => systems.push(message))
    .subscribe();
  await expect.poll(() => systems[0]).toContain('runs without wal_level=logical');
  await plain.close();
});
