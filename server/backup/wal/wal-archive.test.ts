// Point-in-time recovery with a PostgreSQL of its own and our S3 server: what is written is archived, and comes back as it
// was at a moment.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#backend/database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import { prepareWalArchive, STOP_FILE, walFolder } from '#backend/database/wal-archive.ts';
import { openDiskStore } from '#backend/storage/blobs/disk-store.ts';
import { openStaging } from '#backend/storage/blobs/staging.ts';
import { type S3Server, startS3Server } from '#backend/storage/testing/s3-server.ts';
import { type Config, readConfig } from '../../config.ts';
import { createLogger } from '../../logger.ts';
import { loadSecrets } from '../../secrets.ts';
import { encryptAge } from '../offsite/age.ts';
import { createAgeSecretKey, readAgeIdentity } from '../offsite/age-keys.ts';
import { openRemoteStore } from '../offsite/remote-store.ts';
import { writeBackup } from '../write-backup.ts';
import { isUnbroken, listBases } from './archive-names.ts';
import { readUntil, restoreUntil } from './restore-until.ts';
import { startWalArchive, type WalArchive } from './wal-archive.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/of+the-store', bucket: 'copies' };
const log = createLogger('silent');
const progress = { step: () => undefined, done: () => undefined };
const picture = randomBytes(50_000);
const version = randomUUID();
let folder: string;
let server: S3Server;
let config: Config;
let embedded: EmbeddedPostgres;
let database: Database;
let archive: WalArchive;

async function start({
  dataDir,
  prepareSettings,
}: {
  dataDir: string;
  prepareSettings?: typeof prepareWalArchive;
}) {
  const { databasePassword: password } = await loadSecrets({ ...config, dataDir });
  const postgres = await startEmbeddedPostgres({ dataDir, password, progress, prepareSettings });
  return { postgres, opened: await connectDatabase(postgres.url, { max: 4, applicationName: 'onda test' }) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-wal-'));
  await chmod(folder, 0o711);
  server = await startS3Server(keys);
  // A name that a shell and PostgreSQL would both misread if it were not quoted.
  const dataDir = join(folder, "studio's 100%f data");
  await mkdir(dataDir, { mode: 0o711 });
  config = readConfig({
    DATA_DIR: dataDir,
    BACKUP_S3_ENDPOINT: server.url,
    BACKUP_S3_BUCKET: keys.bucket,
    BACKUP_S3_ACCESS_KEY_ID: keys.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    BACKUP_S3_PREFIX: 'studio',
    BACKUP_ENCRYPTION_KEY: createAgeSecretKey(),
    BACKUP_WAL: 'on',
  });
  const started = await start({ dataDir, prepareSettings: prepareWalArchive });
  embedded = started.postgres;
  database = started.opened;
  await database.sql.unsafe(`
    create schema private;
    create table private.wal_archive (
      id boolean primary key default true, since timestamptz not null default now(), worked_at timestamptz, base_at timestamptz, error text
    );
    create table public.notes (id int primary key, note text not null);
    create schema storage;
    create table storage.objects (version text, metadata jsonb)`);
  archive = open();
});
afterAll(async () => {
  await archive?.close();
  await database?.close();
  await embedded?.stop();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

function open(maxWaitingBytes?: number): WalArchive {
  if (!config.backupCopies) throw new Error('no copies');
  const { clusterDir } = embedded;
  const { dataDir, backupCopies } = config;
  return startWalArchive({
    sql: database.sql,
    config: backupCopies,
    dataDir,
    clusterDir,
    log,
    everyMs: 2 ** 30,
    maxWaitingBytes,
  });
}
async function switchSegment(): Promise<void> {
  const [segment] = await database.sql`select pg_walfile_name(pg_switch_wal()) as name`;
  await expect
    .poll(async () => (await database.sql`select last_archived_wal as name from pg_stat_archiver`)[0]?.name, {
      timeout: 30_000,
    })
    .toBe(segment?.name);
}
const remoteNames = () => {
  const names = [...server.objects.keys()].filter((name) => name.startsWith('studio-wal/'));
  return names.map((name) => name.replace(/^studio-wal\/\d+\//, ''));
};
const state = async () => (await database.sql`select * from private.wal_archive`)[0];
const spool = async () => (await readdir(walFolder(embedded.clusterDir))).sort();

async function storeFileAndCopy(): Promise<void> {
  const { dataDir, backupCopies } = config;
  if (!backupCopies) throw new Error('no copies');
  const blobs = await openDiskStore(join(dataDir, 'storage', 'objects'));
  const staging = await openStaging(join(dataDir, 'storage', 'incoming'));
  async function* bytes() {
    yield picture;
  }
  const staged = await staging.write(bytes(), { maxBytes: 1e6, tooLarge: () => new Error('too large') });
  await blobs.adopt(version, staged);
  await database.sql`insert into storage.objects values (${version}, ${database.sql.json({ size: picture.length })})`;
  const path = join(folder, 'copy.zip');
  await writeBackup({ sql: database.sql, blobs, dataDir, program: 'test' }, { path });
  const store = openRemoteStore({ ...backupCopies.s3, prefix: backupCopies.prefix });
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const source = encryptAge(createReadStream(path), readAgeIdentity(backupCopies.encryptionKey));
  await store.send(`onda-${stamp}-0000000a.zip.age`, source, { sizeBytes: 1e6 });
  store.close();
}

describe('an archived database', () => {
  it('is sent in segments with a base backup, and comes back as it was at a moment', async () => {
    await storeFileAndCopy();
    await database.sql`insert into public.notes select n, 'before the base ' || n from generate_series(1, 5000) n`;
    expect(await archive.look()).toBe(true);
    expect(await state()).toMatchObject({
      error: null,
      base_at: expect.any(Date),
      worked_at: expect.any(Date),
    });
    const [base] = listBases(remoteNames());
    expect(isUnbroken(remoteNames(), base?.segment ?? '')).toBe(true);
    expect(await spool()).toEqual([]);
    // The note of the base is dated by full seconds.
    await sleep(1100);
    await database.sql`insert into public.notes select n, 'after the base ' || n from generate_series(5001, 6000) n`;
    const wanted = await database.sql`select * from public.notes order by id`;
    const [moment] = await database.sql<{ at: Date }[]>`select clock_timestamp() as at`;
    await sleep(20);
    await database.sql`delete from public.notes where id % 2 = 0`;
    await database.sql`insert into public.notes values (9999, 'later')`;
    await switchSegment();
    await archive.look();
    expect(await spool()).toEqual([]);

    // The store is away until the disk would fill: segments are dropped, and a base backup begins anew afterwards.
    await archive.close();
    archive = open(1);
    server.fail(1000);
    await database.sql`insert into public.notes values (10000, 'while the store is away')`;
    await switchSegment();
    await archive.look();
    expect(await spool()).toContain(STOP_FILE);
    expect((await state())?.error).toMatch(/^The WAL archive is stopped/);
    await database.sql`insert into public.notes values (10001, 'dropped')`;
    await switchSegment();
    expect((await spool()).filter((name) => name.endsWith('.gz'))).toHaveLength(1);
    server.fail(0);
    await archive.look();
    expect(await spool()).toEqual([]);
    expect(await state()).toMatchObject({ error: null });
    await switchSegment();
    await archive.look();
    expect(listBases(remoteNames())).toHaveLength(2);

    const { backupCopies } = config;
    await expect(
      restoreUntil({ config: { ...config, dataDir: join(folder, 'none') }, until: new Date(0), progress }),
    ).rejects.toThrow('The WAL archive begins at');
    expect(await stat(join(folder, 'none')).catch(() => undefined)).toBeUndefined();
    expect(backupCopies?.hasWal).toBe(true);

    const dataDir = join(folder, 'restored');
    const restored = await restoreUntil({ config: { ...config, dataDir }, until: moment?.at, progress });
    expect(restored).toMatchObject({ files: 1, missing: 0 });
    expect(restored.copies[0]).toMatch(/^onda-.*\.zip\.age$/);
    const { postgres, opened } = await start({ dataDir });
    try {
      expect(await opened.sql`select * from public.notes order by id`).toEqual(wanted);
      // It is a database that works on.
      await opened.sql`insert into public.notes values (20000, 'new')`;
      const blobs = await openDiskStore(join(dataDir, 'storage', 'objects'));
      const bytes = await new Response(await blobs.read(version)).arrayBuffer();
      expect(Buffer.from(bytes).equals(picture)).toBe(true);
    } finally {
      await opened.close();
      await postgres.stop();
    }
    expect((await readdir(dataDir)).filter((name) => name.includes('fetched'))).toEqual([]);
    await expect(
      restoreUntil({
        config: { ...config, dataDir: join(folder, 'future') },
        until: new Date(Date.now() + 3_600_000),
        progress,
      }),
    ).rejects.toThrow('The WAL archive ends before that time.');
  }, 300_000);

  it('takes a moment with its time zone only', () => {
    expect(readUntil('2026-11-16T10:00:00+01:00')).toEqual(new Date('2026-11-16T09:00:00Z'));
    expect(readUntil('latest')).toBeUndefined();
    for (const text of [undefined, '', '2026-11-16', '2026-11-16T10:00:00', 'yesterday'])
      expect(() => readUntil(text)).toThrow('Give a time');
  });
});
