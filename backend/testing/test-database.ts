// Gives a test file its own empty database on a shared PostgreSQL cluster, and takes it away again.
// The cluster is the one named by TEST_DATABASE_URL (a login that may create databases).
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

export interface TestDatabase {
  url: string;
  sql: postgres.Sql;
  drop(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env.TEST_DATABASE_URL;
  if (!clusterUrl) throw new Error('TEST_DATABASE_URL is not set');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 4, onnotice: () => {} });
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end({ timeout: 5 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end({ timeout: 5 });
    },
  };
}
