// The disk of the data folder, a small file system of its own, runs full under a running program, and at a start.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { cleanUp, databaseUrl, makeDataDir, processesOf, startProgram, waitUntil } from './program.ts';

const DATA_DIR = makeDataDir();
const canMount =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'tmpfs', DATA_DIR]).status === 0;

afterAll(async () => {
  for (const pid of processesOf(DATA_DIR)) process.kill(pid, 'SIGKILL');
  if (canMount) {
    await waitUntil('nobody uses the disk', () => spawnSync('umount', [DATA_DIR]).status === 0);
  }
  await cleanUp();
});

const filler = join(DATA_DIR, 'filler');

function fillDisk(): void {
  const file = openSync(filler, 'w');
  try {
    for (const size of [2 ** 20, 4096])
      for (const block = Buffer.alloc(size); ; ) if (!tryWrite(file, block)) break;
  } finally {
    closeSync(file);
  }
}

function tryWrite(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch {
    return false;
  }
}

/** Writes until PostgreSQL has no room for its log, which ends it, or until the connection is lost for another reason. */
async function writeToTheEnd(url: string): Promise<void> {
  const sql = openSql(url, { max: 1 });
  try {
    for (let n = 0; n < 500; n++)
      await sql`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))`;
  } catch {
    // This is the moment.
  } finally {
    await sql.end({ timeout: 0 });
  }
}

it.runIf(canMount)(
  'a full disk stops the database alone: the rest goes on, says why and returns when there is room',
  async () => {
    const program = startProgram({ DATA_DIR, LOG_LEVEL: 'warn' });
    const url = await program.url();
    const ready = async () => (await (await fetch(`${url}/readyz`)).json()) as Record<string, string>;
    const database = databaseUrl(DATA_DIR);
    const sql = openSql(database, { max: 1 });
    await sql`create table public.filling (text text)`;
    await sql`insert into public.filling values ('saved')`;
    await sql.end();
    const listening = await fetch(`${url}/radio/live.mp3`);
    const sound = listening.body?.getReader();

    fillDisk();
    expect(await ready()).toMatchObject({ status: 'unavailable', disk: 'full' });
    await waitUntil('the database is away', async () => {
      await writeToTheEnd(database);
      return (await ready()).database === 'away';
    });
    await sleep(3000);
    const page = await fetch(`${url}/search?q=full`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    await waitUntil('the cause is said', () =>
      (program.stdout() + program.stderr()).includes('The disk is full'),
    );
    for (let chunks = 0; chunks < 5; chunks++) expect((await sound?.read())?.done).toBe(false);
    expect(program.child.exitCode).toBeNull();

    rmSync(filler);
    const freedMs = performance.now();
    await waitUntil('it is ready again', async () => (await ready()).status === 'ok');
    console.log(`full disk: ready ${Math.round(performance.now() - freedMs)} ms after there is room`);
    await waitUntil('pages are back', async () => (await fetch(`${url}/search?q=room`)).status === 200);
    await sound?.cancel();
    const after = openSql(databaseUrl(DATA_DIR), { max: 1 });
    expect((await after`select from public.filling where text = 'saved'`).length).toBe(1);
    await after.end();
    program.child.kill('SIGTERM');
    expect(await program.exit).toBe(0);

    fillDisk();
    const rejected = startProgram({ DATA_DIR });
    expect(await rejected.exit).toBe(1);
    expect(rejected.stderr().trim()).toMatch(/^The disk is full: .* Free some disk space\.$/);
  },
);
