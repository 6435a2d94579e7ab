// Makes one backup: database, stored objects, the radio's files and the installation's secrets in one ZIP that only its
// owner can read. The file has its name when it is whole, and not before.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { BlobStore } from '#backend/storage/blobs/blob-store.ts';
import { REMOVALS_LOCK } from '#backend/storage/removals.ts';
import type { CodedText } from '#contracts/coded-text.ts';
import { writeZip, type ZipEntry } from '../archive/write-zip.ts';
import { BackupError, type BackupProgress, backupText } from './backup-text.ts';
import { listTables, readMigrations, readSequences, settleFormat, tableEntry } from './dump-database.ts';
import { type DumpedTable, MANIFEST, newManifest, SECRETS } from './manifest.ts';
import { readDefinitions } from './table-definitions.ts';

export interface BackupSources {
  sql: Sql;
  blobs: BlobStore;
  dataDir: string;
  program: string;
}

export interface MadeBackup {
  sizeBytes: number;
  rows: number;
  files: number;
  /** Objects whose bytes were not there. */
  missing: number;
}

const HUGE_BYTES = 2 ** 31;

export async function writeBackup(
  sources: BackupSources,
  {
    path,
    onProgress,
    signal,
  }: { path: string; onProgress?: (progress: BackupProgress) => void; signal?: AbortSignal },
): Promise<MadeBackup> {
  const { sql } = sources;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  let made: Omit<MadeBackup, 'sizeBytes'> = { rows: 0, files: 0, missing: 0 };
  try {
    await sql.begin('isolation level repeatable read, read only', async (within) => {
      // With the first statement, which is also the moment of the whole backup: bytes that are replaced from now on stay.
      const [moment] = await within<{ at: Date }[]>`
        select now() as at, pg_advisory_xact_lock_shared(${REMOVALS_LOCK})`;
      await settleFormat(within);
      const zip = Readable.from(
        writeZip(
          entriesOf(within, sources, {
            onProgress: onProgress ?? (() => undefined),
            onDone: (counted) => {
              made = counted;
            },
            path,
            madeAt: moment?.at ?? new Date(),
          }),
        ),
      );
      await pipeline(zip, createWriteStream(part, { mode: 0o600 }), { signal });
    });
    const file = await open(part, 'r');
    await file.sync();
    await file.close();
    await rename(part, path);
    return { ...made, sizeBytes: (await stat(path)).size };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

interface Hearing {
  path: string;
  madeAt: Date;
  onProgress(progress: BackupProgress): void;
  onDone(counted: Omit<MadeBackup, 'sizeBytes'>): void;
}

async function* entriesOf(
  within: TransactionSql,
  { blobs, dataDir, program }: BackupSources,
  { onProgress, onDone, path, madeAt }: Hearing,
): AsyncGenerator<ZipEntry> {
  const shapes = await listTables(within);
  const objects = await within<{ version: string; bytes: number }[]>`
    select version, coalesce((metadata ->> 'size')::float8, 0) as bytes from storage.objects where version is not null order by version`;
  const radioFolder = join(dataDir, 'radio');
  // Tracks in small formats are made again from the MP3.
  const radio = (await listFiles(radioFolder)).filter(
    ({ name }) => !/^tracks\/.+\.(aac|opus|opus96)$/.test(name),
  );
  const totalBytes =
    sum(shapes.map(({ bytes }) => bytes)) +
    sum(objects.map(({ bytes }) => bytes)) +
    sum(radio.map(({ bytes }) => bytes));
  await requireSpace(path, totalBytes);

  let doneBytes = 0;
  let step: CodedText = backupText('waiting');
  const onBytes = (bytes: number) => {
    doneBytes += bytes;
    onProgress({ step, share: Math.min(0.99, doneBytes / Math.max(1, totalBytes)) });
  };
  const tables: DumpedTable[] = [];
  for (const shape of shapes) {
    step = backupText('saving_table', { table: `${shape.schema}.${shape.name}` });
    yield tableEntry(within, shape, { onTable: (table) => tables.push(table), onBytes });
  }
  step = backupText('saving_files');
  const stored: string[] = [];
  const missing: string[] = [];
  for (const { version, bytes } of objects) {
    const stream = await blobs.read(version);
    (stream ? stored : missing).push(version);
    if (!stream) continue;
    yield {
      name: `objects/${version}`,
      isPressed: true,
      isHuge: bytes > HUGE_BYTES,
      open: () => counted(stream, onBytes),
    };
  }
  step = backupText('saving_radio');
  const sounds: string[] = [];
  for (const { name, bytes } of radio) {
    // It may have been deleted since it was listed.
    const file = await open(join(radioFolder, name)).catch(() => undefined);
    if (!file) continue;
    sounds.push(name);
    const read = () => counted(file.createReadStream(), onBytes);
    yield { name: `radio/${name}`, isPressed: true, isHuge: bytes > HUGE_BYTES, open: read };
  }
  const secrets = join(dataDir, 'secrets.json');
  if (await stat(secrets).catch(() => undefined))
    yield { name: SECRETS, open: () => createReadStream(secrets) };
  const manifest = newManifest({
    made_at: madeAt.toISOString(),
    program,
    migrations: await readMigrations(within),
    definitions: await readDefinitions(within, shapes),
    tables,
    sequences: await readSequences(within),
    objects: stored,
    missing,
    radio: sounds,
  });
  yield { name: MANIFEST, open: () => Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]) };
  onDone({
    rows: sum(tables.map(({ rows }) => rows)),
    files: stored.length + sounds.length,
    missing: missing.length,
  });
}

async function* counted(source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}

export async function requireSpace(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  // A full disk stops the database too: leave it some air.
  if (bavail * bsize < bytes + 200 * 2 ** 20) {
    throw new BackupError(backupText('not_enough_space', { size: { bytes } }));
  }
}

/** Every file below a folder, with "/" in its name on every system. Unfinished uploads are left out. */
async function listFiles(folder: string): Promise<{ name: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: { name: string; bytes: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || /\.(part|tmp)$/.test(entry.name) || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ name: relative(folder, path).split(sep).join('/'), bytes: found.size });
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
