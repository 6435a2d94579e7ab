// Gives a test file its own empty database on a shared PostgreSQL cluster, and takes it away again.
// The cluster is the one of TEST_DATABASE_URL (a login that may create databases), else an embedded one in the
// temporary folder that all tests of this checkout share: the last to leave stops it.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { withFileLock } from './file-lock.ts';
import { isAlive } from './is-alive.ts';

export interface TestDatabase {
  url: string;
  sql: postgres.Sql;
  drop(): Promise<void>;
}

interface Cluster {
  url: string;
  leave(): Promise<void>;
}

const progress = { step: () => undefined, done: () => undefined };
const onnotice = () => undefined;

export async function openTestDatabase(): Promise<TestDatabase> {
  const cluster = await joinCluster();
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const admin = postgres(cluster.url, { max: 1, onnotice });
  await dropAbandoned(admin);
  await admin.unsafe(`create database ${name}`);
  const url = new URL(cluster.url);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 4, onnotice });
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end({ timeout: 5 });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end({ timeout: 5 });
      await cluster.leave();
    },
  };
}

async function joinCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, leave: async () => undefined };
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 10);
  const dataDir = join(tmpdir(), `onda-test-database-${checkout}`);
  await mkdir(dataDir, { recursive: true });
  // PostgreSQL's own user walks into the folder when the tests run as root.
  await chmod(dataDir, 0o711);
  // Test files come and go quickly: one must not look for the cluster while another one stops it.
  return withFileLock(join(dataDir, 'door'), async () => {
    // The server tells its users apart by process, so one process joins it once.
    joined ??= await startEmbeddedPostgres({ dataDir, password: 'test', progress });
    users += 1;
    return { url: joined.url, leave: () => withFileLock(join(dataDir, 'door'), leave) };
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
async function dropAbandoned(admin: postgres.Sql): Promise<void> {
  const rows = await admin<
    { datname: string }[]
  >`select datname from pg_database where datname ~ '^test_[0-9]+_'`;
  for (const { datname } of rows) {
    const pid = Number(datname.split('_')[1]);
    if (!isAlive(pid))
      await admin.unsafe(`drop database if exists ${datname} with (force)`).catch(() => undefined);
  }
}
