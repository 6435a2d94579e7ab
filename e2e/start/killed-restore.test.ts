// A restore that is cut leaves no half-made studio: nothing starts on it, the same command makes it whole, and an external
// database is as it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import {
  BACKEND_ALONE,
  cleanUp,
  databaseUrl,
  makeDataDir,
  type Program,
  processesOf,
  startProgram,
  waitUntil,
} from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

const PARTS = ['postgres', 'radio', 'secrets.json', 'storage'];
const backup = (env: Record<string, string>, file: string) =>
  startProgram(env, { parameters: ['server/backup/backup-command.ts', file] });
const restore = (env: Record<string, string>, file: string) =>
  startProgram(env, { parameters: ['server/backup/restore-command.ts', file] });
const doctor = (env: Record<string, string>) =>
  startProgram(env, { parameters: ['server/health/doctor-command.ts'] });

let madeBackup: Buffer | undefined;

/** The backup of a studio with a name of its own, made once. */
async function makeBackup(): Promise<string> {
  madeBackup ??= await writeBackup();
  const file = join(makeDataDir(), 'one.zip');
  writeFileSync(file, madeBackup);
  return file;
}

async function writeBackup(): Promise<Buffer> {
  const DATA_DIR = await makeUsedDataDir('empty');
  mkdirSync(join(DATA_DIR, 'radio', 'tracks'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'radio', 'tracks', 'one.mp3'), Buffer.alloc(1000, 7));
  const program = startProgram({ DATA_DIR });
  await program.url();
  const sql = openSql(databaseUrl(DATA_DIR), { max: 1 });
  await sql`update public.studio set name = 'Restored Studio'`;
  await sql.end();
  const file = join(DATA_DIR, 'one.zip');
  expect(await backup({ DATA_DIR }, file).exit).toBe(0);
  program.child.kill('SIGTERM');
  await program.exit;
  return readFileSync(file);
}

async function studioNames(url: string): Promise<string[]> {
  const sql = openSql(url, { max: 1 });
  try {
    const [found] = await sql`select to_regclass('public.studio') as "table"`;
    if (!found?.table) return [];
    return (await sql`select name from public.studio`).map(({ name }) => name);
  } finally {
    await sql.end();
  }
}

const UNFINISHED =
  /^A restore into \S+ \(npm run restore -- \S+one\.zip, begun \S+\) was not finished, .* Run that command again/;

async function expectNotStarted(program: Program): Promise<void> {
  expect(await program.exit).toBe(1);
  expect(program.stderr()).toMatch(UNFINISHED);
}

function expectNoStudio(dataDir: string): void {
  for (const part of PARTS) expect(existsSync(join(dataDir, part))).toBe(false);
}

it('after kill -9 at each step of a restore nothing starts, and the same command restores the studio', {
  timeout: 240_000,
}, async () => {
  const file = await makeBackup();
  const DATA_DIR = makeDataDir();
  const inside = join(DATA_DIR, 'restoring');
  const moments: [string, () => boolean][] = [
    ['the folder is there', () => existsSync(join(inside, 'restore.json'))],
    ['the database is being made', () => readdirSync(inside).some((name) => name.includes('.init-'))],
    ['PostgreSQL runs', () => existsSync(join(inside, 'postgres', 'postmaster.pid'))],
    ['files are restored', () => existsSync(join(inside, 'radio', 'tracks', 'one.mp3'))],
  ];
  for (const [moment, isReached] of moments) {
    const cut = restore({ DATA_DIR }, file);
    await waitUntil(moment, () => existsSync(inside) && isReached());
    process.kill(cut.child.pid ?? 0, 'SIGKILL');
    await cut.exit;
    expectNoStudio(DATA_DIR);
  }
  await expectNotStarted(startProgram({ DATA_DIR }));
  await expectNotStarted(backup({ DATA_DIR }, join(DATA_DIR, 'b.zip')));
  const checked = doctor({ DATA_DIR });
  expect(await checked.exit).toBe(1);
  expect(checked.stdout()).toMatch(/PROBLEM {2}data folder: has an unfinished restore\n +A restore into /);
  const whole = restore({ DATA_DIR }, file);
  expect([await whole.exit, whole.stderr()]).toEqual([0, '']);
  expect(readdirSync(DATA_DIR).sort()).toEqual(PARTS);
  expect(processesOf(DATA_DIR)).toEqual([]);
  const again = restore({ DATA_DIR }, file);
  expect([await again.exit, again.stderr()]).toEqual([
    1,
    expect.stringContaining('already contains a studio'),
  ]);

  // As after a kill between the one step that ends a restore and the last part that moves.
  mkdirSync(join(DATA_DIR, 'restored'), { mode: 0o711 });
  for (const part of ['radio', 'secrets.json', 'storage'])
    renameSync(join(DATA_DIR, part), join(DATA_DIR, 'restored', part));
  const program = startProgram({ DATA_DIR });
  await program.url();
  expect(existsSync(join(DATA_DIR, 'restored'))).toBe(false);
  expect(await studioNames(databaseUrl(DATA_DIR))).toEqual(['Restored Studio']);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

it('a restore that fails leaves the data folder as it was', async () => {
  const file = await makeBackup();
  const bytes = readFileSync(file);
  // In the middle of the tables: the file opens, and its restore breaks off.
  bytes.fill(0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 2000);
  const damaged = join(makeDataDir(), 'damaged.zip');
  writeFileSync(damaged, bytes);
  const DATA_DIR = makeDataDir();
  const failed = restore({ DATA_DIR }, damaged);
  expect(await failed.exit).toBe(1);
  expect(failed.stderr().trim().split('\n')).toHaveLength(1);
  expect(readdirSync(DATA_DIR)).toEqual([]);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

it('after kill -9 of a restore into DATABASE_URL that database is as it was, and the same command fills it', async () => {
  const file = await makeBackup();
  const outside = await startOutsideDatabase();
  try {
    const DATA_DIR = makeDataDir();
    const env = { DATA_DIR, DATABASE_URL: outside.url };
    const isFilling = async () => {
      const rows = await outside.sql`
        select from pg_stat_activity where datname = current_database() and query ilike 'copy "public"."%'`;
      return rows.length > 0;
    };
    const cut = restore(env, file);
    await waitUntil('tables are filled', isFilling);
    process.kill(cut.child.pid ?? 0, 'SIGKILL');
    await cut.exit;
    await expectNotStarted(startProgram(env));
    expectNoStudio(DATA_DIR);
    expect(await studioNames(outside.url)).toEqual([]);
    const whole = restore(env, file);
    expect([await whole.exit, whole.stderr()]).toEqual([0, '']);
    expect(await studioNames(outside.url)).toEqual(['Restored Studio']);

    // Killed between the database and the move of the files.
    const note = { command: 'one.zip', startedAt: 'then', pid: 0 };
    const [done] = await outside.sql`select id from supabase_migrations.restores`;
    const later = makeDataDir();
    mkdirSync(join(later, 'restoring', 'radio'), { recursive: true });
    writeFileSync(join(later, 'restoring', 'restore.json'), JSON.stringify({ ...note, id: done?.id }));
    const moved = restore({ ...env, DATA_DIR: later }, file);
    expect([await moved.exit, moved.stderr()]).toEqual([0, '']);
    expect(readdirSync(later)).toEqual(['radio']);
  } finally {
    await outside.sql.end();
  }
});

/** A database of another server; the test ends with that server. */
async function startOutsideDatabase() {
  const dataDir = await makeUsedDataDir('backend');
  await startProgram({ DATA_DIR: dataDir }, BACKEND_ALONE).url();
  const admin = openSql(databaseUrl(dataDir), { max: 1 });
  await admin`create database outside`;
  await admin.end();
  const url = new URL(databaseUrl(dataDir));
  url.pathname = '/outside';
  return { url: url.href, sql: openSql(url.href, { max: 1 }) };
}
