// Every table of the studio as COPY text, read in the caller's one transaction: a single moment of all of them.
// Tables that come into being by themselves (ledgers, passing messages) are left out.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { ZipEntry } from '../archive/write-zip.ts';
import { type DumpedTable, ledgerName, type Manifest, schemaSources } from './manifest.ts';

export interface TableShape {
  schema: string;
  name: string;
  columns: string[];
  bytes: number;
}

const HUGE_BYTES = 2 ** 31;
const passing = new Set([
  'realtime.messages',
  'cron.claims',
  'cron.job_run_details',
  'supabase_migrations.restores',
  ...schemaSources.map(({ ledger }) => ledgerName(ledger)),
]);
const newline = '\n'.charCodeAt(0);

/** The same text from every server and session, so that two dumps of the same rows are the same bytes. */
export async function settleFormat(within: TransactionSql): Promise<void> {
  await within`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'iso_8601', true), set_config('extra_float_digits', '3', true),
    set_config('bytea_output', 'hex', true), set_config('synchronize_seqscans', 'off', true),
    set_config('statement_timeout', '0', true)`;
}

export async function listTables(sql: Sql | TransactionSql): Promise<TableShape[]> {
  const rows = await sql<{ schema: string; name: string; columns: string[]; bytes: string }[]>`
    select n.nspname as schema, c.relname as name, pg_table_size(c.oid) as bytes,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p'
      and n.nspname not like 'pg\\_%'
      and n.nspname not in ('information_schema', 'realtime', 'rate_limits', 'extensions', 'vault', 'net', 'supabase_functions')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`;
  return rows
    .map((row) => ({ ...row, bytes: Number(row.bytes) }))
    .filter(({ schema, name }) => !passing.has(`${schema}.${name}`));
}

export function quote(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

export function copyOut({ schema, name, columns }: Pick<TableShape, 'schema' | 'name' | 'columns'>): string {
  return `copy ${quote(schema, name)} (${columns.map((column) => quote(column)).join(', ')}) to stdout`;
}

/** One entry per table; `onTable` is called with its row count and checksum. */
export function tableEntry(
  within: TransactionSql,
  shape: TableShape,
  { onTable, onBytes }: { onTable(table: DumpedTable): void; onBytes(bytes: number): void },
): ZipEntry {
  const file = `database/${shape.schema}.${shape.name}.copy`;
  let rows = 0;
  return {
    name: file,
    isHuge: shape.bytes > HUGE_BYTES,
    async *open() {
      const stream = await within.unsafe(copyOut(shape)).readable();
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        rows += countRows(chunk);
        onBytes(chunk.length);
        yield chunk;
      }
    },
    onDone: ({ crc }) =>
      onTable({ schema: shape.schema, name: shape.name, columns: shape.columns, rows, crc, file }),
  };
}

// A line break within a value is escaped, so every real one ends a row.
function countRows(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
}

export async function readSequences(within: TransactionSql): Promise<Manifest['sequences']> {
  const rows = await within<{ schema: string; name: string; last: string | null }[]>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname not in ('realtime', 'rate_limits', 'extensions', 'vault', 'net', 'supabase_functions') order by 1, 2`;
  return rows.flatMap(({ schema, name, last }) =>
    last === null ? [] : [{ name: quote(schema, name), last }],
  );
}

export async function readMigrations(within: TransactionSql): Promise<Manifest['migrations']> {
  const migrations: Manifest['migrations'] = {};
  for (const { ledger } of schemaSources) {
    const [found] = await within`select to_regclass(${ledgerName(ledger)}) is not null as "isThere"`;
    if (!found?.isThere) continue;
    const rows = await within<{ version: string }[]>`
      select version from ${within(ledger.schema)}.${within(ledger.table)} order by version`;
    migrations[ledgerName(ledger)] = rows.map(({ version }) => version);
  }
  return migrations;
}
