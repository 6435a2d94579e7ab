// Catalogue data of a table and a role's rights on it, cached for a short time. Row policies are
// never cached: the database applies them to every change.
import type { Sql } from '../../database/driver/sql.ts';

export interface ColumnFacts {
  name: string;
  /** The type's own name, as clients know it: int4, _text. */
  typeName: string;
  /** What the type comes down to: a domain's base, an array's element. */
  baseName: string;
  elementName: string | null;
  isEnum: boolean;
  /** The type in SQL, with its schema and modifier. */
  sqlType: string;
  isPrimaryKey: boolean;
  /** Equal values are equal texts. */
  isTextual: boolean;
}

export interface TableFacts {
  oid: number;
  schema: string;
  table: string;
  columns: Map<string, ColumnFacts>;
  primaryKey: ColumnFacts[];
  hasRowPolicies: boolean;
}

export interface RoleFacts {
  /** The host may take this role. */
  isKnown: boolean;
  /** Row policies hold for it. */
  isBoundByPolicies: boolean;
  selectable: Set<string>;
}

export interface Catalogue {
  /** None of a partition: its own row policies are not those of the table that it is a part of. */
  table(oid: number): Promise<TableFacts | undefined>;
  role(table: TableFacts, role: string): Promise<RoleFacts>;
  /** The tables of the publication that a subscription means. */
  published(schema: string, table: string | undefined): Promise<number[]>;
  /** The shape of a table changed. */
  forget(oid: number): void;
}

const cacheMs = 10_000;

interface ColumnRow {
  attname: string;
  typname: string;
  base_name: string;
  element_name: string | null;
  is_enum: boolean;
  sql_type: string;
  is_primary: boolean;
  is_deterministic: boolean;
}

// Types whose equality is that of their text form.
const textualTypes = new Set([
  'text',
  'varchar',
  'name',
  'uuid',
  'bool',
  'int2',
  'int4',
  'int8',
  'oid',
  'date',
]);

export function createCatalogue(sql: Sql, publication: string): Catalogue {
  const tables = new Map<number, { untilMs: number; facts: Promise<TableFacts | undefined> }>();
  const roles = new Map<string, { untilMs: number; facts: Promise<RoleFacts> }>();

  async function readTable(oid: number): Promise<TableFacts | undefined> {
    const [table] = await sql<{ schema: string; table: string; policies: boolean }[]>`
      select n.nspname as schema, c.relname as table, c.relrowsecurity as policies
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.oid = ${oid}::oid and not c.relispartition`;
    if (!table) return undefined;
    const rows = await sql<ColumnRow[]>`
      with recursive types as (
        select a.attnum, t.oid, t.typname, t.typtype, t.typbasetype, t.typelem, t.typcategory, 0 as depth
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
        where a.attrelid = ${oid}::oid and a.attnum > 0 and not a.attisdropped
        union all
        select d.attnum, t.oid, t.typname, t.typtype, t.typbasetype, t.typelem, t.typcategory, d.depth + 1
        from types d join pg_catalog.pg_type t on t.oid = d.typbasetype
        where d.typtype = 'd'
      ), bases as (
        select distinct on (attnum) * from types order by attnum, depth desc
      )
      select a.attname, t.typname, b.typname as base_name, b.typtype = 'e' as is_enum,
        case when b.typcategory = 'A' then (select e.typname from pg_catalog.pg_type e where e.oid = b.typelem) end
          as element_name,
        pg_catalog.format_type(a.atttypid, a.atttypmod) as sql_type,
        coalesce(a.attnum = any(i.indkey), false) as is_primary,
        coalesce(c.collisdeterministic, true) as is_deterministic
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid
      join bases b on b.attnum = a.attnum
      left join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary
      left join pg_catalog.pg_collation c on c.oid = a.attcollation
      where a.attrelid = ${oid}::oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum`;
    const columns = rows.map(columnOf);
    return {
      oid,
      schema: table.schema,
      table: table.table,
      columns: new Map(columns.map((column) => [column.name, column])),
      primaryKey: columns.filter(({ isPrimaryKey }) => isPrimaryKey),
      hasRowPolicies: table.policies,
    };
  }

  async function readRole({ oid }: TableFacts, role: string): Promise<RoleFacts> {
    const [facts] = await sql<{ is_bound: boolean; is_member: boolean; columns: string[] | null }[]>`
      select
        not (r.rolbypassrls or r.rolsuper)
          and (c.relforcerowsecurity or not pg_catalog.pg_has_role(r.oid, c.relowner, 'usage')) as is_bound,
        pg_catalog.pg_has_role(
          coalesce((select a.oid from pg_catalog.pg_roles a where a.rolname = 'authenticator'), current_user::regrole),
          r.oid, 'member') as is_member,
        (
          select pg_catalog.array_agg(a.attname::text) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and pg_catalog.has_schema_privilege(r.oid, c.relnamespace, 'usage')
            and pg_catalog.has_column_privilege(r.oid, c.oid, a.attnum, 'select')
        ) as columns
      from pg_catalog.pg_roles r, pg_catalog.pg_class c
      where r.rolname = ${role} and c.oid = ${oid}::oid`;
    return {
      isKnown: facts?.is_member ?? false,
      isBoundByPolicies: facts?.is_bound ?? true,
      selectable: new Set(facts?.is_member ? facts.columns : []),
    };
  }

  function cached<Key, Facts>(
    cache: Map<Key, { untilMs: number; facts: Promise<Facts> }>,
    key: Key,
    read: () => Promise<Facts>,
  ): Promise<Facts> {
    const known = cache.get(key);
    if (known && known.untilMs > Date.now()) return known.facts;
    const facts = read();
    cache.set(key, { untilMs: Date.now() + cacheMs, facts });
    facts.catch(() => cache.delete(key));
    return facts;
  }

  return {
    table: (oid) => cached(tables, oid, () => readTable(oid)),
    role: (table, role) => cached(roles, `${table.oid} ${role}`, () => readRole(table, role)),
    async published(schema, table) {
      const rows = await sql<{ oid: number }[]>`
        select c.oid::int8::int4 as oid
        from pg_catalog.pg_publication_tables p
        join pg_catalog.pg_namespace n on n.nspname = p.schemaname
        join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
        where p.pubname = ${publication} and not c.relispartition
          and (${schema} = '*' or p.schemaname = ${schema})
          and (${table ?? '*'} = '*' or p.tablename = ${table ?? '*'})`;
      return rows.map(({ oid }) => oid >>> 0);
    },
    forget(oid) {
      tables.delete(oid);
      for (const key of roles.keys()) if (key.startsWith(`${oid} `)) roles.delete(key);
    },
  };
}

function columnOf(row: ColumnRow): ColumnFacts {
  return {
    name: row.attname,
    typeName: row.typname,
    baseName: row.base_name,
    elementName: row.element_name,
    isEnum: row.is_enum,
    sqlType: row.sql_type,
    isPrimaryKey: row.is_primary,
    isTextual: (textualTypes.has(row.base_name) || row.is_enum) && row.is_deterministic,
  };
}
