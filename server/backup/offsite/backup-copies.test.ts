import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStore } from '#backend/storage/blobs/disk-store.ts';
import { type S3Server, startS3Server } from '#backend/storage/testing/s3-server.ts';
import { openTestDatabase } from '#backend/testing/test-database.ts';
import { ask, signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { openZip } from '../../archive/open-zip.ts';
import { readConfig } from '../../config.ts';
import { examine } from '../../health/doctor.ts';
import { measureOffsite } from '../../health/measure.ts';
import { type JobRunner, startJobRunner } from '../../jobs/job-runner.ts';
import { createLogger } from '../../logger.ts';
import { type StudioApp, startStudioApp } from '../../testing/studio-app.ts';
import { copyOut, listTables, settleFormat } from '../dump-database.ts';
import { readManifest } from '../manifest.ts';
import { restoreDatabase, restoreFiles } from '../restore-backup.ts';
import { createAgeSecretKey } from './age-keys.ts';
import type { BackupCopies } from './backup-copies.ts';
import { copyByHand } from './copy-by-hand.ts';
import { fetchRemoteBackup } from './fetch-remote-backup.ts';
import { removeOldCopies } from './remote-copies.ts';
import { openRemoteStore, type RemoteStore } from './remote-store.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/of+the-store', bucket: 'copies' };
const log = createLogger('silent');
const MARK = Buffer.from('known text that must not leave the machine in the clear');
const silent = { step: () => undefined, done: () => undefined };
let server: S3Server;
let studio: StudioApp;
let copies: BackupCopies;
let owner: TestPerson;
let runner: JobRunner;
let store: RemoteStore;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await startS3Server(keys);
  environment = {
    BACKUP_S3_ENDPOINT: server.url,
    BACKUP_S3_BUCKET: keys.bucket,
    BACKUP_S3_ACCESS_KEY_ID: keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    BACKUP_S3_PREFIX: 'studio',
    BACKUP_ENCRYPTION_KEY: createAgeSecretKey(),
  };
  studio = await startStudioApp(environment);
  if (!studio.backupCopies) throw new Error('no copies');
  copies = studio.backupCopies;
  owner = await signUp(studio, 'owner');
  runner = await startJobRunner({ sql: studio.sql, handlers: copies.jobs, log });
  store = openRemoteStore({ ...keys, endpoint: server.url, region: 'us-east-1', prefix: 'studio/' });
  await mkdir(join(studio.dataDir, 'radio', 'tracks'), { recursive: true });
  // More than one part: random bytes do not shrink.
  await writeFile(
    join(studio.dataDir, 'radio', 'tracks', 'one.mp3'),
    Buffer.concat([MARK, randomBytes(9e6)]),
  );
  const picture = new Blob([randomBytes(70_000)], { type: 'image/png' });
  const { error } = await owner.client.storage.from('brand').upload('logo.png', picture);
  if (error) throw error;
});
afterAll(async () => {
  await runner?.close();
  await studio?.close();
  store?.close();
  await server?.close();
});

async function make(): Promise<{ id: string; file: string }> {
  const { status, json } = await ask(studio, 'POST /api/studio/backups', { as: owner, body: {} });
  expect(status).toBe(200);
  await studio.backups.idle();
  return { id: String(json.id), file: (await studio.backups.fileOf(String(json.id))).file };
}
async function runJobs(): Promise<void> {
  await studio.sql`update private.jobs set run_at = now() where kind = 'backup.copy'`;
  await runner.run();
  await copies.idle();
}
const copyOf = async (file: string) =>
  (await studio.sql`select * from public.backup_copies where file = ${file}`)[0];
/** Every table with a hash of its rows as COPY text. */
async function hashTables(sql: StudioApp['sql']): Promise<Map<string, string>> {
  return sql.begin(async (within) => {
    await settleFormat(within);
    const hashes = new Map<string, string>();
    for (const table of await listTables(within)) {
      const hash = createHash('sha256');
      for await (const chunk of await within.unsafe(copyOut(table)).readable()) hash.update(chunk);
      hashes.set(`${table.schema}.${table.name}`, hash.digest('hex'));
    }
    return hashes;
  });
}
async function readFiles(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path), (await readFile(path)).toString('base64')] as const;
  });
  return new Map((await Promise.all(read)).sort(([one], [other]) => (one < other ? -1 : 1)));
}
const fetchInto = (
  dataDir: string,
  { name, env = {} }: { name?: string; env?: Record<string, string> } = {},
) =>
  fetchRemoteBackup({
    config: readConfig({ ...environment, ...env, DATA_DIR: dataDir }),
    name,
    progress: silent,
    waitMs: 1,
  });

describe('an off-site copy', () => {
  let file: string;

  it('goes out encrypted after a backup, is restored in a test, and comes back row by row and byte by byte', async () => {
    expect(await measureOffsite(studio.sql)).toEqual([]);
    ({ file } = await make());
    const tables = await hashTables(studio.sql);
    await runJobs();
    expect(await copyOf(file)).toMatchObject({ state: 'done', error: null, attempts: 1 });
    const remote = server.objects.get(`studio/${file}.age`) ?? Buffer.alloc(0);
    const local = await readFile(join(studio.dataDir, 'backups', file));
    expect(server.requests.filter((line) => line.includes('partNumber')).length).toBeGreaterThan(1);
    expect(remote.length).toBeGreaterThan(local.length);
    expect([local.includes(MARK), remote.includes(MARK), remote.includes('manifest.json')]).toEqual([
      true,
      false,
      false,
    ]);

    // By the clock: there was no test in the last seven days.
    await copies.look();
    await copies.idle();
    expect(await copyOf(file)).toMatchObject({ test_state: 'passed' });
    expect((await copyOf(file))?.test_result).toMatchObject({ code: 'restored', values: { files: 2 } });
    const before = server.requests.length;
    await copies.look();
    await copies.idle();
    expect(server.requests.slice(before).filter((line) => line.includes('.age'))).toEqual([]);
    expect(await measureOffsite(studio.sql)).toMatchObject([
      { name: 'off-site', state: 'ok', message: 'is 0 hours old' },
    ]);

    const folder = await mkdtemp(join(tmpdir(), 'onda-fetched-'));
    const dataDir = join(folder, 'data');
    const fetched = await fetchInto(dataDir);
    expect((await readFile(fetched.path)).equals(local)).toBe(true);
    expect((await stat(fetched.path)).mode & 0o777).toBe(0o600);
    const empty = await openTestDatabase();
    const zip = await openZip(fetched.path);
    const manifest = await readManifest(zip);
    await restoreDatabase(empty.sql, zip, manifest);
    const blobs = await openDiskStore(join(dataDir, 'storage', 'objects'));
    await restoreFiles(zip, manifest, { blobs, dataDir });
    const restored = await hashTables(empty.sql);
    expect([...restored.keys()]).toEqual([...tables.keys()]);
    // The rows about the backup itself changed after it was written.
    const ownTables = ['private.jobs', 'public.backup_copies', 'public.backups'];
    const changed = [...tables].filter(([name, hash]) => restored.get(name) !== hash).map(([name]) => name);
    expect(changed.filter((name) => !ownTables.includes(name))).toEqual([]);
    for (const name of ['storage/objects', 'radio']) {
      const files = await readFiles(join(studio.dataDir, name));
      expect(files.size).toBeGreaterThan(0);
      expect(await readFiles(join(dataDir, name))).toEqual(files);
    }
    await zip.close();
    await empty.drop();
    await rm(folder, { recursive: true });

    const { data } = await owner.client.from('backup_copies').select('file,state,test_state');
    expect(data).toEqual([{ file, state: 'done', test_state: 'passed' }]);
  });

  it('that cannot be fetched or opened is one clear line, and nothing is changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onda-fetched-'));
    const dataDir = join(folder, 'data');
    await expect(fetchInto(dataDir, { name: 'onda-20200101-000000-00000000.zip' })).rejects.toThrow(
      `The copy onda-20200101-000000-00000000.zip was not found in ${new URL(server.url).host}/copies/studio/. The newest is ${file}.age.`,
    );
    await expect(
      fetchInto(dataDir, { env: { BACKUP_ENCRYPTION_KEY: createAgeSecretKey() } }),
    ).rejects.toThrow('This copy was encrypted with a different key than BACKUP_ENCRYPTION_KEY.');
    await expect(fetchInto(dataDir, { env: { BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' } })).rejects.toThrow(
      'SignatureDoesNotMatch',
    );
    const name = `studio/${file}.age`;
    const good = server.objects.get(name) ?? Buffer.alloc(0);
    server.objects.set(
      name,
      Buffer.concat([good.subarray(0, 5_000_000), Buffer.from('x'), good.subarray(5_000_001)]),
    );
    await expect(fetchInto(dataDir, { name: file })).rejects.toThrow(
      'The copy is damaged or has been changed.',
    );
    server.objects.set(name, good);
    expect(await stat(dataDir).catch(() => undefined)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('that fails its test is a problem until a test passes again', async () => {
    const name = `studio/${file}.age`;
    const good = server.objects.get(name) ?? Buffer.alloc(0);
    const bad = Buffer.from(good);
    bad[1_000_000] = (bad[1_000_000] ?? 0) ^ 1;
    server.objects.set(name, bad);
    const { status } = await ask(studio, 'POST /api/studio/backup-copies/test', { as: owner, body: {} });
    expect(status).toBe(200);
    await copies.idle();
    expect(await copyOf(file)).toMatchObject({
      test_state: 'failed',
      test_result: {
        code: 'copy_not_decrypted',
        values: { error: 'The copy is damaged or has been changed.' },
      },
    });
    expect(await measureOffsite(studio.sql)).toMatchObject([
      {
        state: 'bad',
        message: `could not be restored in a test (${file}: The copy could not be decrypted: The copy is damaged or has been changed)`,
      },
    ]);
    server.objects.set(name, good);
    await studio.sql`update public.backup_copies set test_state = 'passed', tested_at = now()`;
    expect(await measureOffsite(studio.sql)).toMatchObject([{ state: 'ok' }]);
  });

  it('that is too old is a problem with its reason, once copies are on for three days', async () => {
    await studio.sql`update public.backup_copies set made_at = now() - interval '4 days', error = '{"code":"store_error","values":{"error":"The store was full."}}'`;
    const message = 'is 4 days old; the last error: The off-site store answered: The store was full';
    expect(await measureOffsite(studio.sql)).toMatchObject([{ state: 'warn', message }]);
    await studio.sql`update public.backup_settings set copies_since = now() - interval '4 days'`;
    expect(await measureOffsite(studio.sql)).toMatchObject([{ state: 'bad', message }]);
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = studio;
    const doctor = await examine(readConfig({ ...environment, DATABASE_URL, DATA_DIR, PORT: '1' }));
    expect(doctor.find(({ name }) => name === 'off-site')).toMatchObject({ state: 'bad', message });
    await studio.sql`update public.backup_copies set made_at = now(), error = null`;
    expect(await measureOffsite(studio.sql)).toMatchObject([{ state: 'ok' }]);
  });

  it('is retried by the job queue when the store was unreachable, and shows the reason meanwhile', async () => {
    server.fail(1000);
    const second = await make();
    await runJobs();
    expect(await copyOf(second.file)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await copyOf(second.file))?.error).toMatchObject({
      code: 'store_error',
      values: { error: expect.stringContaining('503 SlowDown') },
    });
    const [job] = await studio.sql`
      select extract(epoch from run_at - now()) as wait from private.jobs where kind = 'backup.copy'`;
    expect(Number(job?.wait)).toBeGreaterThan(30);
    expect(await store.list().catch(() => 'away')).toBe('away');
    server.fail(0);
    await runJobs();
    expect(await copyOf(second.file)).toMatchObject({ state: 'done', attempts: 2, error: null });
    expect(server.openUploads()).toBe(0);
    server.objects.delete(`studio/${second.file}.age`);
    await copies.look();
    expect(await copyOf(second.file)).toMatchObject({ state: 'missing' });
    expect(
      (await ask(studio, `POST /api/studio/backups/${second.id}/copy`, { as: owner, body: {} })).status,
    ).toBe(200);
    await runJobs();
    expect(await copyOf(second.file)).toMatchObject({ state: 'done' });
  });

  it('of a backup made by hand is sent with its progress, and a store that is away is one clear line', async () => {
    const config = readConfig(environment).backupCopies;
    if (!config) throw new Error('no copies');
    const path = join(studio.dataDir, 'by-hand.zip');
    await writeFile(path, randomBytes(2 ** 20));
    const steps: string[] = [];
    const progress = { step: (message: string) => void steps.push(message), done: () => undefined };
    const byHand = { sql: studio.sql, config, path, madeAt: new Date(0), progress, log };
    const label = `${new URL(server.url).host}/copies/studio/`;
    const name = 'onda-19700101-000000-0000000a.zip';
    expect(await copyByHand({ ...byHand, file: name })).toBe(`${label}${name}.age`);
    expect(steps).toEqual([`Sending the off-site copy to ${label}`, 'Sent 20 %', 'Sent 50 %', 'Sent 70 %']);
    expect(await copyOf(name)).toMatchObject({ state: 'done', size_bytes: expect.any(String) });
    expect(server.objects.has(`studio/${name}.age`)).toBe(true);
    const other = 'onda-19700101-000000-0000000b.zip';
    server.fail(1000);
    await expect(copyByHand({ ...byHand, file: other })).rejects.toThrow(
      `The backup is complete in ${path}, but its off-site copy could not be sent to ${label}: `,
    );
    server.fail(0);
    expect(await copyOf(other)).toMatchObject({
      state: 'failed',
      error: { code: 'store_error', values: { error: expect.stringContaining('503') } },
    });
  });

  it('left in the middle by a program that ended is sent by the next one', async () => {
    const [newest] = await studio.sql`select file from public.backup_copies order by made_at desc limit 1`;
    for (const state of ['sending', 'waiting']) {
      await studio.sql`update public.backup_copies set state = ${state}, beat_at = now() - interval '1 hour' where file = ${newest?.file}`;
      await copies.look();
      await runJobs();
      expect(await copyOf(newest?.file)).toMatchObject({ state: 'done' });
    }
  });
});

describe('an upload that was interrupted', () => {
  const name = 'onda-20261101-030000-0000abcd.zip.age';

  it('is no copy, and what it left behind is removed by the next try', async () => {
    async function* broken(beforeEnd: () => void) {
      // More is only asked for when the first part has arrived.
      for (let part = 0; part < 10; part += 1) yield randomBytes(2 ** 20);
      beforeEnd();
      throw new Error('the cable was pulled');
    }
    const send = (beforeEnd: () => void) => store.send(name, broken(beforeEnd), { sizeBytes: 2 ** 25 });
    await expect(send(() => undefined)).rejects.toThrow('the cable');
    expect([server.objects.has(`studio/${name}`), server.openUploads()]).toEqual([false, 0]);
    await expect(send(() => server.fail(4))).rejects.toThrow('the cable');
    expect([server.objects.has(`studio/${name}`), server.openUploads()]).toEqual([false, 1]);
    async function* whole() {
      for (let part = 0; part < 9; part += 1) yield randomBytes(2 ** 20);
    }
    expect(await store.send(name, whole(), { sizeBytes: 2 ** 25 })).toBe(9 * 2 ** 20);
    expect([server.objects.get(`studio/${name}`)?.length, server.openUploads()]).toEqual([9 * 2 ** 20, 0]);
    await store.remove(name);
  });
});

describe('old copies', () => {
  it('are deleted beyond the number to keep, but nothing else and never the last good one', async () => {
    await studio.sql`delete from public.backup_copies`;
    server.objects.clear();
    const files = Array.from({ length: 6 }, (_, day) => `onda-2026100${day + 1}-030000-0000000${day}.zip`);
    for (const [day, file] of files.entries()) {
      server.objects.set(`studio/${file}.age`, Buffer.from('copy'));
      // The oldest was restored in a test; the two newest could not be.
      const test = day === 0 ? 'passed' : day >= 4 ? 'failed' : null;
      await studio.sql`insert into public.backup_copies (file, state, size_bytes, made_at, test_state)
        values (${file}, 'done', 4, ${`2026-10-0${day + 1}T03:00:00Z`}, ${test})`;
    }
    const others = [
      'studio/notes.txt',
      'other/onda-20261001-030000-00000000.zip.age',
      'studio/onda-20250101-030000-ffffffff.zip.age',
    ];
    for (const other of others) server.objects.set(other, Buffer.from('not ours'));
    await removeOldCopies({ sql: studio.sql, store, keep: 1, log });
    const remaining = [files[0], files[3], files[5]].map((file) => `studio/${file}.age`);
    expect([...server.objects.keys()].sort()).toEqual([...others, ...remaining].sort());
    expect((await store.list()).length).toBe(4);
  });
});
