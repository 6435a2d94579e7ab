// What is in the database, from its catalogue: tables with their columns, keys, sizes, rights and row policies.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { DataColumn, DataPolicy, DataTable, TableSummary } from '#contracts/data-window.ts';

const SECRET =
  /password|secret|token|otp|code_hash|code_verifier|code_challenge|auth_code|nonce|private_key/i;
const MAX_COUNTED = 1000;
const SECRET_SCHEMAS = new Set(['auth', 'private', 'vault']);

export async function listTables(sql: Sql): Promise<TableSummary[]> {
  const found = await sql<TableSummary[]>`
    select n.nspname as schema, c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
      c.reltuples::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes,
      c.relrowsecurity as "hasRowPolicies",
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as "policyCount"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema$)' and not c.relispartition
    order by n.nspname <> 'public', n.nspname, c.relname`;
  const counted = await countUnknown(sql, found);
  return found.map((table, at) => ({ ...table, rows: counted.get(at) ?? Math.max(0, table.rows) }));
}

/** PostgreSQL has an estimate of a table once it has analysed it, which a small table may never need. */
async function countUnknown(sql: Sql, tables: readonly TableSummary[]): Promise<Map<number, number>> {
  const counts = tables.flatMap(({ schema, name, kind, rows }, at) =>
    kind === 'table' && rows < 0
      ? `select ${at} as at, count(*)::float8 as rows from (select from ${quote(schema)}.${quote(name)} limit ${MAX_COUNTED}) one`
      : [],
  );
  if (counts.length === 0) return new Map();
  const found = (await sql.unsafe(counts.join(' union all '))) as unknown as { at: number; rows: number }[];
  return new Map(found.map(({ at, rows }) => [at, rows]));
}

export async function describeTable(sql: Sql, schema: string, name: string): Promise<DataTable | undefined> {
  const [table] = (await listTables(sql)).filter((one) => one.schema === schema && one.name === name);
  if (!table) return undefined;
  const id = `${quote(schema)}.${quote(name)}`;
  const columns = await sql<Omit<DataColumn, 'isSecret'>[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
      a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated",
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey"
    from pg_attribute a where a.attrelid = ${id}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;
  const policies = await sql<DataPolicy[]>`
    select polname as name, polpermissive as "isPermissive",
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
      array(select case when r = 0 then 'public' else pg_get_userbyid(r)::text end from unnest(polroles) as r) as roles,
      pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check
    from pg_policy where polrelid = ${id}::regclass order by polcmd, polname`;
  return {
    ...table,
    columns: columns.map((column) => ({
      ...column,
      isSecret: SECRET_SCHEMAS.has(schema) && SECRET.test(column.name),
    })),
    policies: [...policies],
  };
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
