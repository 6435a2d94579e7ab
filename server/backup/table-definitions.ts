// How to create a table again that no migration creates, for example one that the owner made with SQL: columns, keys,
// references, indexes, row policies and rights, each as its own statement. Functions, triggers, views and custom types
// are not included.
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import { quote, type TableShape } from './dump-database.ts';
import type { TableDefinition } from './manifest.ts';

interface Column {
  oid: string;
  name: string;
  type: string;
  isRequired: boolean;
  identity: string;
  generated: string;
  fallback: string | null;
  sequence: string | null;
}

/** By `schema.name`. */
export async function readDefinitions(
  within: TransactionSql,
  shapes: TableShape[],
): Promise<Record<string, TableDefinition>> {
  // Every name with its schema.
  await within`select set_config('search_path', '', true)`;
  const [columns, parts] = [await readColumns(within), await readParts(within)];
  const definitions: Record<string, TableDefinition> = {};
  for (const { oid, schema, name } of await readTables(within, shapes)) {
    const own = columns.filter((column) => column.oid === oid);
    const table = quote(schema, name);
    const sequences = own.flatMap(({ sequence }) => (sequence ? [sequence] : []));
    const ofKind = (kind: string) =>
      parts.filter((part) => part.oid === oid && part.kind === kind).map(({ text }) => text);
    definitions[`${schema}.${name}`] = {
      create: [
        `create schema if not exists ${quote(schema)}`,
        ...sequences.map((sequence) => `create sequence if not exists ${sequence}`),
        `create table ${table} (${own.map(columnText).join(', ')})`,
        // New tables get rights by themselves; these shall have the ones they had.
        `revoke all on ${table} from public, anon, authenticated, service_role`,
        ...own.flatMap(({ sequence, name: column }) =>
          sequence ? [`alter sequence ${sequence} owned by ${table}.${quote(column)}`] : [],
        ),
        ...ofKind('key').map((text) => `alter table ${table} add ${text}`),
      ],
      finish: [
        ...ofKind('reference').map((text) => `alter table ${table} add ${text}`),
        ...ofKind('index'),
        ...ofKind('security').map((text) => `alter table ${table} ${text}`),
        ...ofKind('policy').map((text) => `create policy ${text}`),
        ...ofKind('right'),
      ],
    };
  }
  return definitions;
}

function columnText({ name, type, isRequired, identity, generated, fallback }: Column): string {
  const value = generated
    ? ` generated always as (${fallback}) stored`
    : identity
      ? ` generated ${identity === 'a' ? 'always' : 'by default'} as identity`
      : fallback === null
        ? ''
        : ` default ${fallback}`;
  return `${quote(name)} ${type}${value}${isRequired ? ' not null' : ''}`;
}

async function readTables(within: TransactionSql, shapes: TableShape[]) {
  const names = shapes.map(({ schema, name }) => quote(schema, name));
  return within<{ oid: string; schema: string; name: string }[]>`
    select c.oid::text as oid, n.nspname as schema, c.relname as name
    from unnest(${names}::text[]) as given join pg_class c on c.oid = given::regclass
    join pg_namespace n on n.oid = c.relnamespace`;
}

async function readColumns(within: TransactionSql): Promise<Column[]> {
  return within<Column[]>`
    select a.attrelid::text as oid, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.attidentity as identity, a.attgenerated as generated,
      pg_get_expr(d.adbin, d.adrelid) as fallback,
      (select format('%I.%I', n.nspname, s.relname) from pg_depend p
        join pg_class s on s.oid = p.objid and s.relkind = 'S' join pg_namespace n on n.oid = s.relnamespace
        where p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass and p.deptype = 'a'
          and p.refobjid = a.attrelid and p.refobjsubid = a.attnum limit 1) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped order by a.attrelid, a.attnum`;
}

async function readParts(within: TransactionSql) {
  return within<{ oid: string; kind: string; text: string }[]>`
    select conrelid::text as oid, case contype when 'f' then 'reference' else 'key' end as kind,
      format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text
    from pg_constraint where conrelid <> 0 and contype in ('p', 'u', 'c', 'x', 'f')
    union all
    select i.indrelid::text, 'index', pg_get_indexdef(i.indexrelid) from pg_index i
    where not exists (select from pg_constraint where conindid = i.indexrelid)
    union all
    select oid::text, 'security', 'enable row level security' from pg_class where relrowsecurity
    union all
    select oid::text, 'security', 'force row level security' from pg_class where relforcerowsecurity
    union all
    select p.polrelid::text, 'policy', format('%I on %s as %s for %s to %s%s%s', p.polname, p.polrelid::regclass,
      case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      case when p.polroles = '{0}' then 'public' else
        (select string_agg(quote_ident(rolname), ', ') from pg_roles where oid = any (p.polroles)) end,
      ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
      ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
    from pg_policy p
    union all
    select c.oid::text, 'right', format('grant %s on %s to %s', string_agg(a.privilege_type, ', '), c.oid::regclass,
      case when a.grantee = 0 then 'public' else quote_ident(r.rolname) end)
    from pg_class c cross join aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    -- A partition comes back as a table of its own, without the row policies of what it was a part of: nobody gets it.
    -- The program's own roles get their rights at the next start.
    where c.relkind = 'r' and not c.relispartition and a.grantee <> c.relowner
      and (a.grantee = 0 or r.rolname is not null and r.rolname !~ '^onda_')
    group by c.oid, a.grantee, r.rolname`;
}
