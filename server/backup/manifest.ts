// The manifest of a backup, and the migrations of this program that it is compared with.
import { join } from 'node:path';
import { backgroundLedger, backgroundSchemaDirectory } from '#backend/background/install-schema.ts';
import { isBeforeFold, type Ledger, listMigrations } from '#backend/database/apply-migrations.ts';
import type { OpenZip } from '../archive/open-zip.ts';
import { BackupError, backupText } from './backup-text.ts';

export const MANIFEST = 'manifest.json';
export const SECRETS = 'secrets.json';
const FORMAT = 'onda backup';
const VERSION = 1;

export interface DumpedTable {
  schema: string;
  name: string;
  columns: string[];
  rows: number;
  /** Of the COPY text: a restored table that is copied out again has the same. */
  crc: number;
  file: string;
}

export interface TableDefinition {
  /** The table with its columns, sequences and keys; then it can be filled. */
  create: string[];
  /** What refers to other tables or only serves it: references, indexes, row policies, rights. */
  finish: string[];
}

export interface Manifest {
  format: typeof FORMAT;
  version: typeof VERSION;
  made_at: string;
  program: string;
  /** Ledger -> versions that had been applied. */
  migrations: Record<string, string[]>;
  /** How to create each table, for those that no migration creates; missing in backups of earlier versions. */
  definitions?: Record<string, TableDefinition>;
  tables: DumpedTable[];
  sequences: { name: string; last: string }[];
  /** Versions of stored objects whose bytes are in the file. */
  objects: string[];
  /** Objects whose bytes were not there any more. */
  missing: string[];
  radio: string[];
}

export interface SchemaSource {
  ledger: Ledger;
  directory: string;
}

const ROOT = join(import.meta.dirname, '..', '..');

/** In the order in which they are made: later ones refer to earlier ones. */
export const schemaSources: readonly SchemaSource[] = [
  {
    ledger: { schema: 'rate_limits', table: 'onda_migrations' },
    directory: join(ROOT, 'backend/limits/schema'),
  },
  { ledger: { schema: 'auth', table: 'schema_migrations' }, directory: join(ROOT, 'backend/auth/schema') },
  {
    ledger: { schema: 'storage', table: 'onda_migrations' },
    directory: join(ROOT, 'backend/storage/schema'),
  },
  {
    ledger: { schema: 'realtime', table: 'onda_migrations' },
    directory: join(ROOT, 'backend/realtime/schema'),
  },
  { ledger: backgroundLedger, directory: backgroundSchemaDirectory },
  {
    ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
    directory: join(ROOT, 'supabase/migrations'),
  },
];

export const ledgerName = ({ schema, table }: Ledger): string => `${schema}.${table}`;

export class RestoreError extends Error {}

export function newManifest(about: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: VERSION, ...about };
}

export async function readManifest(zip: OpenZip): Promise<Manifest> {
  if (!zip.items.has(MANIFEST)) throw new BackupError(backupText('not_a_backup'));
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await zip.readText(MANIFEST)) as Manifest;
  } catch {
    throw new BackupError(backupText('manifest_damaged'));
  }
  if (manifest.format !== FORMAT) throw new BackupError(backupText('not_a_backup'));
  if (manifest.version !== VERSION) throw new BackupError(backupText('of_a_newer_version'));
  const ledgers = new Set(schemaSources.map(({ ledger }) => ledgerName(ledger)));
  // What it recorded under another name was made in another way: its tables would be missing.
  if (Object.keys(manifest.migrations).some((name) => !ledgers.has(name)))
    throw new BackupError(backupText('of_an_earlier_version', originOf(manifest)));
  for (const { ledger, directory } of schemaSources) {
    const migrations = await listMigrations(directory);
    const applied = manifest.migrations[ledgerName(ledger)] ?? [];
    if (isBeforeFold(applied, migrations)) {
      throw new BackupError(backupText('of_an_earlier_version', originOf(manifest)));
    }
    const known = new Set(migrations.map(({ version }) => version));
    const unknown = applied.find((version) => !known.has(version));
    if (unknown) {
      throw new BackupError(
        backupText('of_a_newer_version_with', { migration: unknown, ledger: ledgerName(ledger) }),
      );
    }
  }
  return manifest;
}

function originOf({ program, made_at }: Manifest) {
  return { program, day: made_at.slice(0, 10) };
}
