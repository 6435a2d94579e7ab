// The ways to start it, and what each start says.

import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import {
  cleanUp,
  databaseUrl,
  makeDataDir,
  postmasterPid,
  processesOf,
  startProgram,
  waitUntil,
} from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

const setUpLink = (text: string) => /(http\S+\/setup\?token=\S+)/.exec(text)?.[1];

it('development mode stops as cleanly', async () => {
  const DATA_DIR = await makeUsedDataDir('studio');
  const program = startProgram({ DATA_DIR }, { parameters: ['bin/start.mjs', '--dev'] });
  const url = await program.url();
  expect((await fetch(url)).status).toBe(200);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('each start prints a new link for the owner until one was used', async () => {
  const DATA_DIR = await makeUsedDataDir('studio');
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
  const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
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
