// Can this version open the database? Asked before anything is touched, of the migrations that the database records. Says in a
// user's words what the database is and how to go on; the file that differs is named at the end.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, isBeforeFold, listMigrations } from '#backend/database/apply-migrations.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { ledgerName, type SchemaSource, schemaSources } from './backup/manifest.ts';
import { PROGRAM } from './program.ts';

interface Recorded {
  version: string;
  name: string | null;
  checksum: string;
  day: string | null;
}

interface Difference {
  /** A file that is another one now, files that this version has others for, or files that it does not know yet. */
  kind: 'changed' | 'replaced' | 'newer';
  file: string;
  day: string | undefined;
}

/** `place` names the data for its owner. */
export async function rejectOtherVersion(
  sql: Sql,
  sources: readonly SchemaSource[],
  place: string,
): Promise<void> {
  const differences: Difference[] = [];
  for (const source of sources) {
    const difference = await compare(await readLedger(sql, ledgerName(source.ledger)), source);
    if (difference) differences.push(difference);
  }
  const [first] = differences;
  if (!first) return;
  const newer = differences.find(({ kind }) => kind === 'newer');
  const { file, day } = newer ?? first;
  const when = day ? ` (its tables are of ${day})` : '';
  if (newer)
    throw new Error(
      `${place} belongs to a newer version of onda${when} than this one (${PROGRAM}). Nothing was changed. Start the newer version again, or restore a backup that this version made into an empty folder or database. (${file} differs)`,
    );
  const isReadable = differences.every(({ kind }) => kind === 'changed') && !(await hasOtherLedgers(sql));
  const advice = isReadable
    ? 'make a backup there (npm run backup), then restore the file with this version into an empty folder or database (npm run restore -- FILE)'
    : 'export the data there (Settings, Export); this version begins in an empty DATA_DIR or database and can import it';
  throw new Error(
    `${place} was made by an earlier version of onda${when}, and this one (${PROGRAM}) cannot open it. Nothing was changed. Start it with the version that made it and ${advice}. (${file} differs)`,
  );
}

/** A backup of such a database is not read either: see readManifest. */
async function hasOtherLedgers(sql: Sql): Promise<boolean> {
  const tables = await sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.columns
    where column_name = 'checksum' and table_name like '%migrations'`;
  const known = new Set(schemaSources.map(({ ledger }) => ledgerName(ledger)));
  return tables.some(({ name }) => !known.has(name));
}

/** Rows without a checksum were written by the Supabase CLI or by a hosted service. */
async function readLedger(sql: Sql, table: string): Promise<Recorded[]> {
  const [found] = await sql`select to_regclass(${table}) is not null as "isThere"`;
  if (!found?.isThere) return [];
  return sql<Recorded[]>`
    select recorded ->> 'version' as version, recorded ->> 'name' as name, recorded ->> 'checksum' as checksum,
      left(recorded ->> 'applied_at', 10) as day
    from (select to_jsonb(ledger) as recorded from ${sql(table)} ledger) rows
    where recorded ->> 'checksum' is not null order by recorded ->> 'version' collate "C"`;
}

async function compare(
  recorded: Recorded[],
  { ledger, directory }: SchemaSource,
): Promise<Difference | undefined> {
  const [oldest] = recorded;
  const newest = recorded.at(-1);
  if (!oldest || !newest) return undefined;
  const known = await listMigrations(directory);
  const files = new Map(known.map(({ version, fileName }) => [version, fileName]));
  const day = recorded.map((row) => row.day ?? '').sort()[0];
  const differs = (kind: Difference['kind'], { version, name }: Recorded): Difference => ({
    kind,
    file: `${version}_${name ?? ''}.sql of ${ledgerName(ledger)}`,
    day,
  });
  const versions = recorded.map(({ version }) => version);
  if (isBeforeFold(versions, known)) return differs('replaced', oldest);
  if (newest.version > (known.at(-1)?.version ?? '')) return differs('newer', newest);
  for (const row of recorded) {
    const fileName = files.get(row.version);
    if (!fileName) return differs('replaced', row);
    if (checksumOf(await readFile(join(directory, fileName), 'utf8')) !== row.checksum)
      return differs('changed', row);
  }
  return undefined;
}
