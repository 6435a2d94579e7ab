// Gives a test file its own database on a shared PostgreSQL cluster, empty or a copy, and takes it away again.
// The cluster is the one of TEST_DATABASE_URL (a login that may create databases), else an embedded one in the
// temporary folder that all tests of this checkout share: the last to leave stops it.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '../database/driver/open-sql.ts';
import type { Sql } from '../database/driver/sql.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { QUICK_SETTINGS } from '../database/testing/copied-cluster.ts';
import { withFileLock } from './file-lock.ts';
import { isAlive } from './is-alive.ts';

export interface TestDatabase {
  url: string;
  sql: Sql;
  drop(): Promise<void>;
}

/** What takes long to make and is the same for many files: made once in a run, copied from then on. */
export interface Original {
  /** Names what is in it: another content needs another name. */
  name: string;
  fill(sql: Sql, url: string): Promise<void>;
}

export interface Cluster {
  url: string;
  leave(): Promise<void>;
}

const checkout = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 10);
const dataDir = join(tmpdir(), `onda-test-database-${checkout}`);
/** Copying files is quickest in memory; on a disk PostgreSQL waits for it before and after. */
const strategy = dataDir.startsWith('/dev/shm') ? 'file_copy' : 'wal_log';
const progress = { step: () => undefined, done: () => undefined };

export async function openTestDatabase(original?: Original): Promise<TestDatabase> {
  const cluster = await joinCluster();
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const admin = openSql(cluster.url, { max: 1 });
  await dropAbandoned(admin);
  const template = original
    ? `template ${await makeOriginal(cluster, admin, original)} strategy ${strategy}`
    : '';
  await admin.unsafe(`create database ${name} ${template}`);
  const url = urlOf(cluster, name);
  const sql = openSql(url, { max: 4 });
  return {
    url,
    sql,
    async drop() {
      await sql.end({ timeout: 5 });
      await endReplication(admin, name);
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end({ timeout: 5 });
      await cluster.leave();
    },
  };
}

/** A stream of changes ends a moment after its connection, and until then PostgreSQL drops no database. */
async function endReplication(admin: Sql, database: string): Promise<void> {
  const end = () => admin`
    select pg_terminate_backend(active_pid) from pg_replication_slots where database = ${database} and active`;
  for (let attempt = 0; attempt < 100 && (await end()).length > 0; attempt += 1) await sleep(50);
}

/** Answers the name of the database to copy. It belongs to the run: to the process that started this one. */
async function makeOriginal(cluster: Cluster, admin: Sql, original: Original): Promise<string> {
  const name = `test_${process.ppid}_${original.name}`;
  const unfinished = `${name}_unfinished`;
  await mkdir(dataDir, { recursive: true });
  await withFileLock(join(dataDir, 'original'), async () => {
    const [known] = await admin`select from pg_database where datname = ${name}`;
    if (known) return;
    // One that was killed while it was filled never gets the name.
    await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
    await admin.unsafe(`create database ${unfinished}`);
    const url = urlOf(cluster, unfinished);
    const sql = openSql(url, { max: 4 });
    await original.fill(sql, url).finally(() => sql.end({ timeout: 5 }));
    await endReplication(admin, unfinished);
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
    // A database with connections cannot be copied, and autovacuum is a connection.
    await admin.unsafe(`alter database ${name} allow_connections false`);
  });
  return name;
}

function urlOf(cluster: Cluster, name: string): string {
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  return url.href;
}

export async function joinCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, leave: async () => undefined };
  await mkdir(dataDir, { recursive: true });
  // PostgreSQL's own user walks into the folder when the tests run as root.
  await chmod(dataDir, 0o711);
  // Test files come and go quickly: one must not look for the cluster while another one stops it.
  return withFileLock(join(dataDir, 'lock'), async () => {
    // The server distinguishes its users by process, so one process joins it once.
    joined ??= await startEmbeddedPostgres({
      dataDir,
      password: 'test',
      progress,
      prepareSettings: async () => QUICK_SETTINGS,
    });
    users += 1;
    return { url: joined.url, leave: () => withFileLock(join(dataDir, 'lock'), leave) };
  });
}

let joined: EmbeddedPostgres | undefined;
let users = 0;

async function leave(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  await joined?.stop();
  joined = undefined;
}

/** Databases of test processes that were killed before they could drop them. */
async function dropAbandoned(admin: Sql): Promise<void> {
  const rows = await admin<
    { datname: string }[]
  >`select datname from pg_database where datname ~ '^test_[0-9]+_'`;
  for (const { datname } of rows) {
    const pid = Number(datname.split('_')[1]);
    if (!isAlive(pid))
      await admin.unsafe(`drop database if exists ${datname} with (force)`).catch(() => undefined);
  }
}
