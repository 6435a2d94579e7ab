import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, expect, it } from 'vitest';
import {
  BACKEND_ALONE,
  cleanUp,
  databaseUrl,
  makeDataDir,
  postmasterPid,
  processesOf,
  startProgram,
  waitUntil,
} from './program.ts';

afterEach(cleanUp);

const setUpLink = (text: string) => /(http\S+\/setup\?token=\S+)/.exec(text)?.[1];

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
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await program.url();
  program.child.kill('SIGINT');
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('development mode stops as cleanly', async () => {
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, { parameters: ['bin/start.mjs', '--dev'] });
  const url = await program.url();
  expect((await fetch(url)).status).toBe(200);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a signal during the start is heeded', async () => {
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await waitUntil('the start has begun', () => program.stdout().includes('Starting PostgreSQL'));
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a request that is under way is answered before the program ends', async () => {
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  const url = await program.url();
  const sql = postgres(databaseUrl(DATA_DIR), { max: 1, onnotice: () => undefined });
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
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  const url = await program.url();
  const sql = postgres(databaseUrl(DATA_DIR), { max: 1, onnotice: () => undefined });
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

it('each start prints a new link for the owner until one was used', async () => {
  const DATA_DIR = makeDataDir();
  const first = startProgram({ DATA_DIR });
  const url = await first.url();
  await waitUntil('the link is printed', () => first.stdout().includes('Ctrl-C'));
  expect(setUpLink(first.stdout())).toMatch(new RegExp(`^${url}/setup\\?token=[\\w-]{43}$`));
  first.child.kill('SIGTERM');
  await first.exit;

  const second = startProgram({ DATA_DIR, SETUP_TOKEN: 'a-token-for-tests' });
  await second.url();
  await waitUntil('the link is printed', () => second.stdout().includes('Ctrl-C'));
  expect(setUpLink(second.stdout())).toContain('/setup?token=a-token-for-tests');
  const sql = postgres(databaseUrl(DATA_DIR), { max: 1 });
  expect(await sql`select from private.setup`).toHaveLength(1);
  await sql`update private.setup set used_at = now()`;
  await sql.end();
  second.child.kill('SIGTERM');
  await second.exit;

  const third = startProgram({ DATA_DIR, SETUP_TOKEN: 'a-token-for-tests' });
  await third.url();
  await waitUntil('the start is over', () => third.stdout().includes('Ctrl-C'));
  expect(setUpLink(third.stdout())).toBeUndefined();
  expect(third.stdout()).not.toMatch(/Applying|Filling|Creating/);
  third.child.kill('SIGTERM');
  await third.exit;
});

it('a studio that began without samples stays without them', async () => {
  const DATA_DIR = makeDataDir();
  const first = startProgram({ DATA_DIR, DEMO: 'off' });
  await first.url();
  expect(first.stdout()).not.toContain('Filling in the sample studio');
  first.child.kill('SIGTERM');
  await first.exit;
  const second = startProgram({ DATA_DIR });
  await second.url();
  expect(second.stdout()).not.toContain('Filling in the sample studio');
  second.child.kill('SIGTERM');
  await second.exit;
});

it('npm start does it all, and goes down when npm is killed the hard way', async () => {
  const DATA_DIR = makeDataDir();
  const program = startProgram({ DATA_DIR }, { command: 'npm', parameters: ['start', '--silent'] });
  const url = await program.url();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(postmasterPid(DATA_DIR)).toBeGreaterThan(1);
  program.child.kill('SIGKILL');
  await waitUntil('everything is gone', async () => {
    const isUp = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    return !isUp && processesOf(DATA_DIR).length === 0;
  });
});
