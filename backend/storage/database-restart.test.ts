// The database goes away and comes back: meanwhile 503 with a code and nothing left behind, afterwards all is well.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { createIdentifyCaller } from '../gateway/identify-caller.ts';
import { openPictures } from '../pictures/open-pictures.ts';
import { jwtSecret, secretKey } from '../testing/rest-host.ts';
import { createStorage, type Storage } from './create-storage.ts';
import { installStorageSchema } from './install-schema.ts';

const progress = { step: () => undefined, done: () => undefined };
const identify = createIdentifyCaller({ jwtSecret, secretKey });
let dataDir: string;
let server: EmbeddedPostgres;
let database: Database;
let storage: Storage;

const start = () => startEmbeddedPostgres({ dataDir, password: 'restart', progress });
const ask = (method: string, path: string, body?: string) =>
  storage.handle(
    new Request(`http://localhost/storage/v1${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'text/plain' },
    }),
    path,
    '',
    identify,
  );

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-storage-restart-'));
  await chmod(dataDir, 0o711);
  server = await start();
  database = await connectDatabase(server.url, { max: 2, applicationName: 'restart' });
  await prepareDatabase(database.sql, { progress });
  await installStorageSchema(database.sql, progress);
  await database.sql`insert into storage.buckets (id, name, public) values ('box', 'box', true)`;
  const directory = join(dataDir, 'files');
  storage = await createStorage({
    sql: database.sql,
    directory,
    pictures: openPictures(),
    jwtSecret,
    fileSizeLimitBytes: 1_000_000,
  });
});
afterAll(async () => {
  await storage.close();
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('503 while it is away, and the same files when it is back', { timeout: 90_000 }, async () => {
  expect((await ask('POST', '/object/box/a.txt', 'stored')).status).toBe(200);
  await server.stop();
  for (const [method, path, body] of [
    ['GET', '/object/box/a.txt'],
    ['GET', '/object/public/box/a.txt'],
    ['POST', '/object/box/b.txt', 'lost'],
    ['GET', '/bucket'],
  ] as const) {
    const answer = await ask(method, path, body);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      503,
      expect.objectContaining({ statusCode: '503', code: 'DatabaseError' }),
    ]);
  }
  expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([]);
  server = await start();
  await expect.poll(async () => (await ask('GET', '/object/box/a.txt')).status).toBe(200);
  expect(await (await ask('GET', '/object/public/box/a.txt')).text()).toBe('stored');
  expect((await ask('GET', '/object/box/b.txt')).status).toBe(400);
});
