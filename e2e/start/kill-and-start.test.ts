import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
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
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

/** Writes numbered rows as fast as it can; collects the numbers that the database said are safe. */
function writeRows(url: string, from: number) {
  const sql = openSql(url, { max: 4 });
  const acknowledged: number[] = [];
  let isOver = false;
  const writer = async (offset: number) => {
    for (let n = from + offset; !isOver; n += 4) {
      try {
        await sql`insert into public.saved (n) values (${n})`;
        acknowledged.push(n);
      } catch {
        return;
      }
    }
  };
  const done = Promise.all([0, 1, 2, 3].map(writer));
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.race([done, sleep(3000)]);
      await sql.end({ timeout: 0 });
    },
  };
}

async function storedRows(dataDir: string): Promise<Set<number>> {
  const sql = openSql(databaseUrl(dataDir), { max: 1 });
  const rows = await sql<{ n: number }[]>`select n from public.saved`;
  await sql.end();
  return new Set(rows.map((row) => row.n));
}

async function makeTable(dataDir: string): Promise<void> {
  const sql = openSql(databaseUrl(dataDir), { max: 1 });
  await sql`create table public.saved (n int primary key)`;
  await sql.end();
}

it('after kill -9 in the middle of writing, the next start has every acknowledged row', async () => {
  const DATA_DIR = await makeUsedDataDir('backend');
  let program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await program.url();
  await makeTable(DATA_DIR);
  const pid = () => program.child.pid ?? 0;
  const victims: Record<string, () => number[]> = {
    'onda alone': () => [pid()],
    'PostgreSQL and onda together': () => [postmasterPid(DATA_DIR), pid()],
    'every process there is': () => [...processesOf(DATA_DIR), pid()],
  };
  const acknowledged: number[] = [];
  for (const [round, [killed, pids]] of Object.entries(victims).entries()) {
    const writing = writeRows(databaseUrl(DATA_DIR), round * 1_000_000);
    await waitUntil('some rows are written', () => writing.acknowledged.length > 200);
    for (const victim of pids()) process.kill(victim, 'SIGKILL');
    await program.exit;
    await writing.stop();
    acknowledged.push(...writing.acknowledged);

    program = startProgram({ DATA_DIR }, BACKEND_ALONE);
    const url = await program.url();
    expect((await fetch(`${url}/readyz`)).status, killed).toBe(200);
    const stored = await storedRows(DATA_DIR);
    expect(
      acknowledged.filter((n) => !stored.has(n)),
      killed,
    ).toEqual([]);
  }
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a killed PostgreSQL is brought back while the site stays up', async () => {
  const DATA_DIR = await makeUsedDataDir('studio');
  const program = startProgram({ DATA_DIR });
  const url = await program.url();
  await makeTable(DATA_DIR);
  const before = postmasterPid(DATA_DIR);
  process.kill(before, 'SIGKILL');
  await waitUntil('another PostgreSQL runs', () => {
    try {
      return postmasterPid(DATA_DIR) !== before;
    } catch {
      return false;
    }
  });
  await waitUntil('the site is ready again', async () => {
    // It must not have gone down: if it did, what it said is the reason.
    if (program.child.exitCode !== null) throw new Error(program.stdout() + program.stderr());
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
  });
  expect(await storedRows(DATA_DIR)).toEqual(new Set());
  program.child.kill('SIGTERM');
  expect({ code: await program.exit, said: program.stderr() }).toEqual({ code: 0, said: '' });
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('a first start that was killed at each of its steps is finished by the next one', async () => {
  const DATA_DIR = makeDataDir();
  const making = startProgram({ DATA_DIR });
  await waitUntil('the database is being made', () =>
    readdirSync(DATA_DIR).some((name) => name.includes('.init-')),
  );
  for (const pid of [making.child.pid ?? 0, ...processesOf(DATA_DIR)]) process.kill(pid, 'SIGKILL');
  await making.exit;
  const steps = [
    'Applying 20261101000000_foundations.sql',
    'Applying 20261101065000_rights.sql',
    'Filling in the sample studio',
  ];
  for (const step of steps) {
    const program = startProgram({ DATA_DIR });
    await waitUntil(step, () => program.stdout().includes(step));
    process.kill(program.child.pid ?? 0, 'SIGKILL');
    await program.exit;
  }
  const last = startProgram({ DATA_DIR });
  await last.url();
  expect(readdirSync(DATA_DIR).filter((name) => name.includes('.init-'))).toEqual([]);
  const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
  expect((await sql`select from public.studio`).length).toBe(1);
  expect((await sql`select from public.offerings`).length).toBeGreaterThan(5);
  await sql.end();
  last.child.kill('SIGTERM');
  expect(await last.exit).toBe(0);
});

it('files of a database that was never finished are set aside, not trusted and not deleted', async () => {
  const DATA_DIR = makeDataDir();
  mkdirSync(join(DATA_DIR, 'postgres', 'base'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18\n');
  const program = startProgram({ DATA_DIR }, BACKEND_ALONE);
  await program.url();
  expect(readdirSync(DATA_DIR).some((name) => name.startsWith('postgres.incomplete-'))).toBe(true);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

it('two programs can share one folder, and the last one to go ends PostgreSQL', async () => {
  const DATA_DIR = makeDataDir();
  const [first, second] = [
    startProgram({ DATA_DIR }, BACKEND_ALONE),
    startProgram({ DATA_DIR }, BACKEND_ALONE),
  ];
  await Promise.all([first.url(), second.url()]);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect((await fetch(`${await second.url()}/readyz`)).status).toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});
