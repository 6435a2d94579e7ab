// Fills a backup into an empty database and an empty folder: the tables of the backup's own time are made, filled,
// compared with what was written, and brought up to this program's time. Nothing that exists is overwritten.
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { giveFunctionsAnOwner, SERVICE_SCHEMAS, STUDIO_SCHEMAS } from '#backend/database/function-owner.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import type { BlobStore } from '#backend/storage/blobs/blob-store.ts';
import { openStaging } from '#backend/storage/blobs/staging.ts';
import type { OpenZip } from '../archive/open-zip.ts';
import { BackupError, type BackupProgress, backupText } from './backup-text.ts';
import { copyOut, listTables, quote, settleFormat } from './dump-database.ts';
import { type DumpedTable, ledgerName, type Manifest, RestoreError, schemaSources } from './manifest.ts';

export interface RestoredDatabase {
  tables: number;
  rows: number;
  /** What could not be created again: tables that no migration creates, or parts of them, with the reason. */
  leftOut: string[];
}

const silent = { step: () => undefined, done: () => undefined };

/**
 * All in one transaction: whatever cuts it leaves the database as it was. `id` names this restore in the database, for one
 * that is cut between this and its files.
 */
export async function restoreDatabase(
  sql: Sql,
  zip: OpenZip,
  manifest: Manifest,
  {
    onProgress = () => undefined,
    id,
  }: { onProgress?: (progress: BackupProgress) => void; id?: string | undefined } = {},
): Promise<RestoredDatabase> {
  await assertEmptyDatabase(sql);
  onProgress({ step: backupText('creating_the_tables'), share: 0 });
  // Roles and schemas, which say nothing of a studio. In a transaction of its own: other databases of the cluster wait for it.
  await prepareDatabase(sql, { progress: silent });
  return sql.begin(async (within) => {
    for (const { ledger, directory } of schemaSources) {
      const versions = new Set(manifest.migrations[ledgerName(ledger)] ?? []);
      await applyMigrations(within, { directory, ledger, progress: silent, versions });
    }
    // Without it the next start would take the studio for a new one and fill it with samples.
    await within`create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`;
    const restored = await fillTables(within, zip, manifest, onProgress);
    onProgress({ step: backupText('updating_the_tables'), share: 0.99 });
    for (const { ledger, directory } of schemaSources) {
      await applyMigrations(within, { directory, ledger, progress: silent });
    }
    await giveFunctionsAnOwner(within, [...SERVICE_SCHEMAS, ...STUDIO_SCHEMAS]);
    if (id) await noteRestore(within, id);
    return restored;
  });
}

async function fillTables(
  within: TransactionSql,
  zip: OpenZip,
  manifest: Manifest,
  onProgress: (progress: BackupProgress) => void,
): Promise<RestoredDatabase> {
  await settleFormat(within);
  // Rows come with what triggers once made of them, and in any order: neither triggers nor references run now.
  await within`select set_config('session_replication_role', 'replica', true)`;
  const listNames = async () =>
    new Set((await listTables(within)).map(({ schema, name }) => `${schema}.${name}`));
  const own = await createOwnTables(within, manifest, await listNames());
  const there = await listNames();
  const tables = manifest.tables.filter(({ schema, name }) => there.has(`${schema}.${name}`));
  const leftOut = manifest.tables
    .filter(({ schema, name }) => !there.has(`${schema}.${name}`))
    .map(({ schema, name }) => `${schema}.${name}`);
  if (tables.length > 0)
    await within.unsafe(
      `truncate ${tables.map(({ schema, name }) => quote(schema, name)).join(', ')} cascade`,
    );
  for (const [index, table] of tables.entries()) {
    const step = backupText('filling_table', { table: `${table.schema}.${table.name}` });
    onProgress({ step, share: (index + 1) / (tables.length + 1) });
    await fill(within, zip, table);
    await compare(within, table);
  }
  const incomplete = await finishOwnTables(within, manifest, own);
  for (const { name, last } of manifest.sequences) {
    const [found] = await within`select to_regclass(${name}) is not null as "isThere"`;
    if (found?.isThere) await within`select setval(${name}::regclass, ${last}::bigint)`;
  }
  await within`select set_config('session_replication_role', 'origin', true)`;
  const rows = tables.reduce((total, table) => total + table.rows, 0);
  return { tables: tables.length, rows, leftOut: [...leftOut, ...incomplete] };
}

async function noteRestore(within: TransactionSql, id: string): Promise<void> {
  await within`create table if not exists supabase_migrations.restores (id text primary key)`;
  await within`insert into supabase_migrations.restores values (${id})`;
}

/** Whether the database has what that restore put into it. */
export async function hasRestored(sql: Sql, id: string): Promise<boolean> {
  const [found] = await sql`select to_regclass('supabase_migrations.restores') is not null as "isThere"`;
  if (!found?.isThere) return false;
  return (await sql`select from supabase_migrations.restores where id = ${id}`).length > 0;
}

/** Tables that no migration creates: the owner's own. */
async function createOwnTables(
  within: TransactionSql,
  manifest: Manifest,
  there: ReadonlySet<string>,
): Promise<string[]> {
  const created: string[] = [];
  for (const { schema, name } of manifest.tables) {
    const table = `${schema}.${name}`;
    const definition = manifest.definitions?.[table];
    if (!definition || there.has(table)) continue;
    const isCreated = await within
      .savepoint(async (step) => {
        for (const statement of definition.create) await step.unsafe(statement);
      })
      .then(
        () => true,
        () => false,
      );
    if (isCreated) created.push(table);
  }
  return created;
}

/** Returns what failed: it may depend on a function or type that is not part of the backup. */
async function finishOwnTables(
  within: TransactionSql,
  manifest: Manifest,
  tables: string[],
): Promise<string[]> {
  const failed: string[] = [];
  for (const table of tables) {
    for (const statement of manifest.definitions?.[table]?.finish ?? []) {
      await within
        .savepoint((step) => step.unsafe(statement))
        .catch((error: unknown) =>
          failed.push(`${table} (${error instanceof Error ? error.message : String(error)})`),
        );
    }
  }
  return failed;
}

export async function assertEmptyDatabase(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('public.studio') is not null as "isThere"`;
  if (found?.isThere)
    throw new RestoreError(
      'This database already contains a studio. Restore the backup into an empty database.',
    );
}

async function fill(
  within: TransactionSql,
  zip: OpenZip,
  { schema, name, columns, file }: DumpedTable,
): Promise<void> {
  const list = columns.map((column) => quote(column)).join(', ');
  const into = await within.unsafe(`copy ${quote(schema, name)} (${list}) from stdin`).writable();
  await pipeline(Readable.from(zip.read(file)), into);
}

/** Exported again it must be the same bytes: then nothing was lost or changed. */
async function compare(within: TransactionSql, table: DumpedTable): Promise<void> {
  let crc = 0;
  for await (const chunk of (await within.unsafe(copyOut(table)).readable()) as AsyncIterable<Buffer>)
    crc = crc32(chunk, crc);
  if (crc !== table.crc)
    throw new BackupError(backupText('table_differs', { table: `${table.schema}.${table.name}` }));
}

/** Objects into the store, the radio's files beside the data. Existing files are an error and never replaced. */
export async function restoreFiles(
  zip: OpenZip,
  manifest: Manifest,
  { blobs, dataDir }: { blobs: BlobStore; dataDir: string },
): Promise<number> {
  const staging = await openStaging(join(dataDir, 'storage', 'incoming'));
  for (const version of manifest.objects) {
    const staged = await staging.write(zip.read(`objects/${version}`), {
      maxBytes: Number.MAX_SAFE_INTEGER,
      tooLarge: () => new RestoreError('an object is too large'),
    });
    await blobs.adopt(version, staged);
    await staging.discard(staged);
  }
  const folder = join(dataDir, 'radio');
  for (const name of manifest.radio) {
    const path = join(folder, normalize(name));
    if (!path.startsWith(folder + sep)) throw new RestoreError(`${name} points outside its folder.`);
    if (await stat(path).catch(() => undefined)) throw new RestoreError(`${path} already exists.`);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(
      Readable.from(zip.read(`radio/${name}`)),
      createWriteStream(path, { flags: 'wx', flush: true }),
    );
  }
  return manifest.objects.length + manifest.radio.length;
}
