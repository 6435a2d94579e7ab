// Slots on a real database: what a process creates, what it leaves, and what others drop. The server is one of its own: a
// slot is only created when every transaction of the server that runs then has ended, and its log is everyone's.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../../database/driver/open-sql.ts';
import type { Sql } from '../../database/driver/sql.ts';
import type { EmbeddedPostgres } from '../../database/embedded-postgres.ts';
import { connectionTarget } from '../../database/run-as-caller.ts';
import { startTemporaryPostgres } from '../../database/testing/temporary-postgres.ts';
import { formatLsn, openReplicationConnection } from './replication-connection.ts';
import { createReplicationSlot } from './replication-slot.ts';

let server: EmbeddedPostgres;
let sql: Sql;
beforeAll(async () => {
  server = await startTemporaryPostgres();
  sql = openSql(server.url, { max: 2 });
});
afterAll(async () => {
  await sql?.end({ timeout: 0 });
  await server?.stop();
});

const open = () => openReplicationConnection(connectionTarget(sql, 'slot test'));
const slots = async () =>
  (
    await sql<{ slot_name: string }[]>`
      select slot_name from pg_replication_slots where database = current_database() order by 1`
  ).map(({ slot_name }) => slot_name);
const slot = (node: string, lifetime: 'lasting' | 'temporary', limits: { maxBytes?: number } = {}) =>
  createReplicationSlot({ node, publication: 'p', lifetime, abandonedMs: 50, ...limits });

test('a temporary slot goes with its connection', async () => {
  const connection = await open();
  expect(await slot('brief', 'temporary').prepare(connection)).toEqual({ hasGap: false });
  expect(await slots()).toEqual(['onda_realtime_brief']);
  connection.destroy();
  await expect.poll(slots).toEqual([]);
});

test('a lasting slot is found again after a loss, and one that vanished is a gap', async () => {
  const own = slot('lasting', 'lasting');
  const first = await open();
  await own.prepare(first);
  first.destroy();
  const second = await open();
  expect(await own.prepare(second)).toEqual({ hasGap: false });
  await second.command(`SELECT pg_drop_replication_slot('onda_realtime_lasting')`);
  expect(await own.prepare(second)).toEqual({ hasGap: true });
  await own.drop(second);
  expect(await slots()).toEqual([]);
  second.destroy();
});

test('the slot of a process that was killed is dropped by another one, after a while', async () => {
  const connection = await open();
  await slot('killed', 'lasting').prepare(connection);
  const other = slot('other', 'lasting');
  await expect.poll(() => other.sweep(connection)).toEqual(['onda_realtime_killed']);
  expect(await slots()).toEqual([]);
  connection.destroy();
});

test('slots that were left long ago are dropped at once by a process that has just started', async () => {
  const connection = await open();
  await slot('long_gone', 'lasting').prepare(connection);
  await new Promise((resolve) => setTimeout(resolve, 100));
  // A new process never saw the slot: only the database knows since when it is unused.
  expect(await slot('fresh', 'lasting').sweep(connection)).toEqual(['onda_realtime_long_gone']);
  connection.destroy();
});

test('a slot for which too much of the log is retained is given up: its own, and that of a process that is gone', async () => {
  const connection = await open();
  const own = slot('behind', 'lasting', { maxBytes: 100_000 });
  await own.prepare(connection);
  await sql`create table filler as select repeat('x', 1000) as text from generate_series(1, 500)`;
  expect(await own.isBehind(connection)).toBe(true);
  expect(await slot('behind', 'lasting', { maxBytes: 1e12 }).isBehind(connection)).toBe(false);
  // Long before it counts as abandoned.
  const other = createReplicationSlot({
    node: 'near',
    publication: 'p',
    lifetime: 'lasting',
    abandonedMs: 3_600_000,
    maxBytes: 100_000,
  });
  expect(await other.sweep(connection)).toEqual(['onda_realtime_behind']);
  expect(await own.prepare(connection)).toEqual({ hasGap: true });
  await own.giveUp(connection);
  expect(await own.prepare(connection)).toEqual({ hasGap: true });
  await own.drop(connection);
  expect(await slots()).toEqual([]);
  connection.destroy();
});

test('a command that fails says why, and the connection goes on', async () => {
  const connection = await open();
  await expect(connection.command('SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
  expect(await connection.command('SELECT 1, NULL')).toEqual([['1', null]]);
  connection.destroy();
  await expect(connection.command('SELECT 1')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

test('a wrong password is rejected', async () => {
  const url = new URL(server.url);
  url.password = 'wrong';
  const login = openSql(url.href, { max: 1 });
  await expect(openReplicationConnection(connectionTarget(login, 'slot test'))).rejects.toMatchObject({
    code: '28P01',
  });
  await login.end();
});

test('positions of the log are written as PostgreSQL writes them', () => {
  expect(formatLsn(97_500_059_720n)).toBe('16/B374D848');
});
