// The network between program and database is cut silently: waiting queries end in limited time, and the same
// pool works again when the network does.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDriverPool } from './connect.ts';
import { openSql } from './driver/open-sql.ts';
import type { Sql } from './driver/sql.ts';
import { type CallerPool, openCallerPool } from './run-as-caller.ts';
import { type FreezingProxy, openFreezingProxy } from './testing/freezing-proxy.ts';

let database: TestDatabase;
let proxy: FreezingProxy;
let login: Sql;
let pool: CallerPool;
let driver: Sql;
const SILENCE_MS = 400;
const silence = { silenceMs: SILENCE_MS, answerLimitMs: 400 };

beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openFreezingProxy(database.url);
  login = openSql(proxy.url, { max: 1 });
  pool = openCallerPool(login, { maxConnections: 2, ...silence });
  driver = openDriverPool(proxy.url, { max: 2, applicationName: 'onda test', silence });
});
afterAll(async () => {
  await pool?.close();
  await driver?.end({ timeout: 0 });
  await proxy?.close();
  await database?.drop();
});

const run = (text: string, isReadOnly = true) =>
  pool
    .run({
      caller: { role: 'none', claims: {} },
      settings: {},
      isReadOnly,
      statements: [{ text, values: [] }],
    })
    .then(([rows]) => Buffer.from(rows?.[0]?.[0] ?? []).toString());

it('ends what waits for a database behind a cut network, and goes on with new connections after it', async () => {
  expect(await Promise.all([run("select 'one'"), run("select 'two'")])).toEqual(['one', 'two']);
  proxy.freeze();
  // Nobody else ends them: without the limit they wait longer than any test.
  const ended = await Promise.allSettled([run("select 'x'", false), run("select 'y'", false)]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  proxy.thaw();
  expect(await run("select 'back'")).toBe('back');
});

it('reads again on a new connection when a firewall has forgotten the old one', async () => {
  expect(await run("select 'before'")).toBe('before');
  proxy.freeze();
  proxy.thaw();
  expect(await run("select 'after'")).toBe('after');
});

it('waits for a statement that the server still works on', async () => {
  expect(await run(`select pg_sleep(${(SILENCE_MS * 4) / 1000})::text || 'done'`)).toBe('done');
});

it('ends what a pool of the driver waits for behind a cut network, and the pool goes on after it', async () => {
  const ask = (text: string) => driver.unsafe(`select '${text}' as text`).then(([row]) => row?.text);
  expect(await Promise.all([ask('one'), ask('two')])).toEqual(['one', 'two']);
  proxy.freeze();
  const ended = await Promise.allSettled([ask('x'), ask('y')]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  proxy.thaw();
  expect(await Promise.all([ask('back'), ask('again')])).toEqual(['back', 'again']);
});

it('lets a pool of the driver wait for a statement, and lie idle', async () => {
  // Ports behind the proxy are not ours, so the server is asked directly.
  const direct = openDriverPool(database.url, { max: 1, applicationName: 'onda test', silence });
  const [before] = await direct`select pg_backend_pid() as pid`;
  await direct`select pg_sleep(${(SILENCE_MS * 3) / 1000})`;
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS * 3));
  const [after] = await direct`select pg_backend_pid() as pid`;
  expect(after).toEqual(before);
  await direct.end();
});
