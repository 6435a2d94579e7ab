import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '#backend/storage/testing/s3-server.ts';
import { ask, signUp, type TestPerson } from '../../accounts/testing/people.ts';
import { readConfig } from '../../config.ts';
import { type JobRunner, startJobRunner } from '../../jobs/job-runner.ts';
import { createLogger } from '../../logger.ts';
import { type StudioApp, startStudioApp } from '../../testing/studio-app.ts';
import { createAgeSecretKey } from './age-keys.ts';
import type { BackupCopies } from './backup-copies.ts';
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
}, 120_000);
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
const mails = () =>
  studio.sql`select to_address, subject, text_body from public.outbox where kind = 'backup_alarm'`;
const alarms = async () =>
  (await studio.sql`select subject from public.audit_events where action = 'raised a backup alarm'`).map(
    ({ subject }) => subject,
  );
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

  it('goes out encrypted after a backup, is restored in a test, and comes back byte by byte', async () => {
    ({ file } = await make());
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
    expect((await copyOf(file))?.test_message).toMatch(
      /tables with \d+ rows came back as they were, and 1 files/,
    );
    const before = server.requests.length;
    await copies.look();
    await copies.idle();
    expect(server.requests.slice(before).filter((line) => line.includes('.age'))).toEqual([]);
    expect((await ask(studio, 'POST /api/studio/backup-copies/test', { as: owner, body: {} })).status).toBe(
      200,
    );
    await copies.idle();
    expect(
      server.requests.slice(before).some((line) => line.startsWith('GET') && line.includes('.age')),
    ).toBe(true);
    expect(await mails()).toEqual([]);

    const folder = await mkdtemp(join(tmpdir(), 'onda-fetched-'));
    const fetched = await fetchInto(join(folder, 'data'));
    expect((await readFile(fetched.path)).equals(local)).toBe(true);
    expect((await stat(fetched.path)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });

    const { data } = await owner.client.from('backup_copies').select('file,state,test_state');
    expect(data).toEqual([{ file, state: 'done', test_state: 'passed' }]);
  }, 120_000);

  it('that cannot be fetched or opened is one clear line, and nothing is changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onda-fetched-'));
    const dataDir = join(folder, 'data');
    await expect(fetchInto(dataDir, { name: 'onda-20200101-000000-00000000.zip' })).rejects.toThrow(
      `There is no copy onda-20200101-000000-00000000.zip in ${new URL(server.url).host}/copies/studio/. The newest is ${file}.age.`,
    );
    await expect(
      fetchInto(dataDir, { env: { BACKUP_ENCRYPTION_KEY: createAgeSecretKey() } }),
    ).rejects.toThrow('The copy was encrypted with another key than BACKUP_ENCRYPTION_KEY.');
    await expect(fetchInto(dataDir, { env: { BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' } })).rejects.toThrow(
      'SignatureDoesNotMatch',
    );
    const name = `studio/${file}.age`;
    const good = server.objects.get(name) ?? Buffer.alloc(0);
    server.objects.set(
      name,
      Buffer.concat([good.subarray(0, 5_000_000), Buffer.from('x'), good.subarray(5_000_001)]),
    );
    await expect(fetchInto(dataDir, { name: file })).rejects.toThrow('The copy is damaged or was changed.');
    server.objects.set(name, good);
    expect(await stat(dataDir).catch(() => undefined)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('that fails its test raises one alarm, and ends it when a test passes again', async () => {
    const name = `studio/${file}.age`;
    const good = server.objects.get(name) ?? Buffer.alloc(0);
    const bad = Buffer.from(good);
    bad[1_000_000] = (bad[1_000_000] ?? 0) ^ 1;
    server.objects.set(name, bad);
    for (let times = 0; times < 2; times += 1) {
      await copies.test(null);
      await copies.idle();
    }
    expect(await copyOf(file)).toMatchObject({
      test_state: 'failed',
      test_message: 'The copy is damaged or was changed.',
    });
    await copies.look();
    expect(await alarms()).toEqual(['test_failed']);
    expect(await mails()).toMatchObject([
      { to_address: owner.email, subject: 'Your off-site backup could not be restored' },
    ]);
    server.objects.set(name, good);
    await copies.test(null);
    await copies.idle();
    expect(await studio.sql`select from private.backup_alarms`).toHaveLength(0);
  }, 120_000);

  it('that is too old raises one alarm, not one an hour, with the reason', async () => {
    await studio.sql`update public.backup_copies set made_at = now() - interval '4 days', error = 'The store was full.'`;
    await copies.look();
    // Turned on less than three days ago: there is nothing to miss yet.
    expect(await alarms()).toEqual(['test_failed']);
    await studio.sql`update public.backup_settings set copies_since = now() - interval '4 days'`;
    for (let hours = 0; hours < 3; hours += 1) await copies.look();
    expect(await alarms()).toEqual(['test_failed', 'no_recent_copy']);
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(sent.find(({ subject }) => /out of date/.test(subject))?.text_body).toContain(
      'The store was full.',
    );
    await studio.sql`update public.backup_copies set made_at = now(), error = null`;
    await copies.look();
    expect(await studio.sql`select from private.backup_alarms`).toHaveLength(0);
  });

  it('is sent again by the queue when the store was away, and says why meanwhile', async () => {
    server.fail(1000);
    const second = await make();
    await runJobs();
    expect(await copyOf(second.file)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await copyOf(second.file))?.error).toContain('503 SlowDown');
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
  }, 60_000);

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
      for (let part = 0; part < 10; part += 1) yield randomBytes(2 ** 20);
      // Until the first part has left.
      await sleep(50);
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
  }, 30_000);
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
    const kept = [files[0], files[3], files[5]].map((file) => `studio/${file}.age`);
    expect([...server.objects.keys()].sort()).toEqual([...others, ...kept].sort());
    expect((await store.list()).length).toBe(4);
  });
});
