// The database goes away and comes back: meanwhile 503 with a code, afterwards the truth, without a restart of the host.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, createBackend } from '../create-backend.ts';
import { openSql } from '../database/driver/open-sql.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { jwtSecret } from '../testing/rest-host.ts';

const progress = { step: () => undefined, done: () => undefined };
let dataDir: string;
let server: EmbeddedPostgres;
let backend: Backend;
const start = () => startEmbeddedPostgres({ dataDir, password: 'restart', progress });
const get = (path: string) => backend.fetch(new Request(`http://localhost/rest/v1${path}`));

async function runSql(text: string): Promise<void> {
  const sql = openSql(server.url, { max: 1 });
  await sql.unsafe(text);
  await sql.end();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-restart-'));
  await chmod(dataDir, 0o711);
  server = await start();
  const sql = openSql(server.url, { max: 1 });
  await prepareDatabase(sql, { progress });
  await sql`create table things (id int)`;
  await sql.end();
  backend = await createBackend({
    tokenRules: 'supabase',
    databaseUrl: server.url,
    schemas: ['public'],
    jwtSecret,
  });
});
afterAll(async () => {
  await backend.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('503 while it is away, 200 when it is back, and what changed meanwhile is seen', {
  timeout: 90_000,
}, async () => {
  expect((await get('/things')).status).toBe(200);

  await server.stop();
  const away = await get('/things');
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('1');
  expect(await away.json()).toMatchObject({
    code: 'PGRST000',
    message: 'Database connection error. Retrying the connection.',
  });

  server = await start();
  await runSql('create table newer (id int); insert into newer values (1)');
  await expect.poll(async () => (await get('/things')).status).toBe(200);
  await expect.poll(async () => (await get('/newer')).status).toBe(200);
  await runSql('create table newest (id int)');
  expect((await get('/newest')).status).toBe(200);
});
