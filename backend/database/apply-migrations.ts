// Brings a database up to date: the <timestamp>_name.sql files of a folder, in order, each in one transaction,
// recorded with a checksum. Safe when several processes start at once. Never goes back and never edits the files.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '#contracts/progress.ts';
import type { Sql, TransactionSql } from './driver/sql.ts';
import { runScript } from './run-script.ts';

export interface Ledger {
  readonly schema: string;
  readonly table: string;
}

export interface Migration {
  readonly version: string;
  readonly name: string;
  readonly fileName: string;
}

const FILE_NAME = /^(\d+)_([\w-]+)\.sql$/;

export interface MigrationOptions {
  directory: string;
  ledger: Ledger;
  progress: Progress;
  /** Only these versions: a backup is loaded into the tables of its own time. */
  versions?: ReadonlySet<string>;
}

/** In a transaction that is open already, its end decides over all of them. */
export async function applyMigrations(
  sql: Sql | TransactionSql,
  { directory, ledger, progress, versions }: MigrationOptions,
): Promise<{ applied: string[] }> {
  const known = await listMigrations(directory);
  const migrations = versions ? known.filter(({ version }) => versions.has(version)) : known;
  await createLedger(sql, ledger);
  await rejectOtherSchema(sql, ledger, known);
  const applied: string[] = [];
  for (const migration of migrations) {
    const script = await readFile(join(directory, migration.fileName), 'utf8');
    const checksum = checksumOf(script);
    if (await applyOnce(sql, { migration, script, checksum, ledger, progress }))
      applied.push(migration.fileName);
  }
  return { applied };
}

/**
 * The database has tables that these files do not create: a newer program changed it, or it was created before the files
 * were folded. Rows without a checksum were written by the Supabase CLI.
 */
async function rejectOtherSchema(
  sql: Sql | TransactionSql,
  ledger: Ledger,
  known: Migration[],
): Promise<void> {
  const recorded = await sql<{ version: string; name: string }[]>`
    select version, name from ${sql(ledger.schema)}.${sql(ledger.table)}
    where checksum is not null order by version collate "C"`;
  const [oldest] = recorded;
  const newest = recorded.at(-1);
  if (!oldest || !newest) return;
  const versions = recorded.map(({ version }) => version);
  if (isBeforeFold(versions, known)) {
    throw new Error(
      `This database was made by an earlier version (it has ${oldest.version}_${oldest.name}, which this version does not know) and cannot be upgraded. Start with a new DATA_DIR, or with an empty database in DATABASE_URL.`,
    );
  }
  if (newest.version > (known.at(-1)?.version ?? '')) {
    throw new Error(
      `This database belongs to a newer version of the program: it has the migration ${newest.version}_${newest.name}, which this version does not know. Start the newer version again, or restore a backup that this version made.`,
    );
  }
}

/** Checkouts on Windows may convert line ends to CRLF: that is not a change. */
export function checksumOf(script: string): string {
  return createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex');
}

/** Migrations were applied, but not the first of these files: they come from before these replaced them. */
export function isBeforeFold(versions: readonly string[], known: readonly Migration[]): boolean {
  const first = known[0]?.version;
  return first !== undefined && versions.length > 0 && !versions.includes(first);
}

export async function listMigrations(directory: string): Promise<Migration[]> {
  const fileNames = (await readdir(directory)).filter((fileName) => fileName.endsWith('.sql'));
  const migrations = fileNames.map((fileName) => {
    const [, version, name] = FILE_NAME.exec(fileName) ?? [];
    if (!version || !name) {
      throw new Error(`${join(directory, fileName)} is not named like 20260131093000_what_it_does.sql.`);
    }
    return { version, name, fileName };
  });
  migrations.sort((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  migrations.forEach((migration, index) => {
    const previous = migrations[index - 1];
    if (previous?.version === migration.version) {
      throw new Error(`${previous.fileName} and ${migration.fileName} have the same version.`);
    }
  });
  return migrations;
}

// The Supabase CLI's table plus two columns, so that both tools can work on one database.
async function createLedger(sql: Sql | TransactionSql, ledger: Ledger): Promise<void> {
  const table = sql`${sql(ledger.schema)}.${sql(ledger.table)}`;
  await atomically(sql, async (transaction) => {
    await lock(transaction, ledger);
    await transaction`create schema if not exists ${transaction(ledger.schema)}`;
    await transaction`create table if not exists ${table} (version text primary key, statements text[], name text)`;
    await transaction`alter table ${table} add column if not exists checksum text`;
    await transaction`alter table ${table} add column if not exists applied_at timestamptz not null default now()`;
  });
}

function atomically<T>(sql: Sql | TransactionSql, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
  return 'begin' in sql ? sql.begin(work) : sql.savepoint(work);
}

/** Held to the end of the transaction: a second process waits here and then finds the file recorded. */
async function lock(transaction: TransactionSql, ledger: Ledger): Promise<void> {
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`migrations of ${ledger.schema}.${ledger.table}`}, 0))`;
}

async function applyOnce(
  sql: Sql | TransactionSql,
  options: { migration: Migration; script: string; checksum: string; ledger: Ledger; progress: Progress },
): Promise<boolean> {
  const { migration, script, checksum, ledger, progress } = options;
  const { version, name, fileName } = migration;
  const table = sql`${sql(ledger.schema)}.${sql(ledger.table)}`;
  const readRecord = (on: Sql | TransactionSql) =>
    on<{ checksum: string | null }[]>`select checksum from ${table} where version = ${version}`;

  const [known] = await readRecord(sql);
  if (known) {
    rejectChanged(fileName, known.checksum, checksum);
    return false;
  }
  return atomically(sql, async (transaction) => {
    await lock(transaction, ledger);
    const [record] = await readRecord(transaction);
    if (record) {
      rejectChanged(fileName, record.checksum, checksum);
      return false;
    }
    progress.step(`Applying ${fileName}`);
    const statements = await runScript(transaction, { script, fileName });
    await transaction`
      insert into ${table} (version, name, statements, checksum)
      values (${version}, ${name}, ${statements}, ${checksum})`;
    progress.done();
    return true;
  });
}

function rejectChanged(fileName: string, recorded: string | null, checksum: string): void {
  // A row without a checksum was written by the Supabase CLI.
  if (recorded !== null && recorded !== checksum) {
    throw new Error(
      `${fileName} was changed after it had been applied. Put it back as it was and write the change as a new migration.`,
    );
  }
}
