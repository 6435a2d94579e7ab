// How the program stops: by signals, in the middle of things, with nothing left behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import {
  BACKEND_ALONE,
  cleanUp,
  databaseUrl,
  makeDataDir,
  processesOf,
  startProgram,
  waitUntil,
} from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

it('a fresh folder becomes a running studio, and SIGTERM leaves no process behind', async () => {
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR });
  const url = await program.url();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<h1');
  expect(processesOf(DATA_DIR)).not.toEqual([]);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(program.stderr()).toBe('');
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('Ctrl-C stops it as well, even when npm passes the same signal on a second time', async () => {
  const DATA_DIR = await makeUsedDataDir('backend');
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await program.url();
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a signal during the start is heeded', async () => {
  const DATA_DIR = await makeUsedDataDir('backend');
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await waitUntil('the start has begun', () => program.stdout().includes('Starting PostgreSQL'));
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a request that is under way is answered before the program ends', async () => {
  const DATA_DIR = await makeUsedDataDir('backend');
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  const url = await program.url();
  const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
  await sql`create view public.slow as select pg_sleep(1.5)::text || 'answered' as said`;
  await sql`grant select on public.slow to anon`;
  await waitUntil(
    'the new view is known',
    async () => (await fetch(`${url}/rest/v1/slow?limit=0`)).status === 200,
  );
  await sql.end();
  const answer = fetch(`${url}/rest/v1/slow`);
  await sleep(300);
  program.child.kill('SIGTERM');
  await sleep(200);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(await (await answer).json()).toEqual([{ said: 'answered' }]);
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a second, later signal ends it at once with code 1, and PostgreSQL still ends by itself', async () => {
  const DATA_DIR = await makeUsedDataDir('backend');
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  const url = await program.url();
  const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
  await sql`create view public.slow as select pg_sleep(8)::text as said`;
  await sql`grant select on public.slow to anon`;
  await waitUntil(
    'the new view is known',
    async () => (await fetch(`${url}/rest/v1/slow?limit=0`)).status === 200,
  );
  await sql.end();
  void fetch(`${url}/rest/v1/slow`).catch(() => undefined);
  await sleep(300);
  program.child.kill('SIGTERM');
  await sleep(500);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(1);
  await waitUntil('PostgreSQL has ended', () => processesOf(DATA_DIR).length === 0);
});
