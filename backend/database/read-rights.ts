// Reads from the catalogue which role may do what in a database: schemas, tables, columns, sequences, routines and the
// default privileges of objects to come. Leaves out what owners may do with their own objects. Changes nothing.
import type { Sql, TransactionSql } from './driver/sql.ts';

type RightKind = 'schema' | 'table' | 'sequence' | 'routine' | 'default privileges';

export interface Right {
  kind: RightKind;
  /** Qualified and quoted, ready for a GRANT: public.orders, public.book(text, jsonb). */
  name: string;
  /** Set when the right is for one column alone. */
  column: string | null;
  /** A role, or `public` for everyone. */
  grantee: string;
  /** In lower case, as a GRANT names it. */
  privilege: string;
  /** The extension that the routine came with. */
  extension: string | null;
}

export async function readRights(sql: Sql | TransactionSql): Promise<Right[]> {
  return 'begin' in sql ? sql.begin((within) => read(within)) : read(sql);
}

async function read(sql: TransactionSql): Promise<Right[]> {
  // The planner takes the catalogue for large and compiles the query, which takes longer than running it.
  await sql`select set_config('jit', 'off', true)`;
  const rows = await sql<Right[]>`
    with ours as (select oid, quote_ident(nspname) as name, nspowner, nspacl from pg_namespace where nspname !~ '^(pg_|information_schema$)'),
    held as (
      select 'schema' as kind, n.name, null as "column", n.nspowner as owner, a.grantee, a.privilege_type, null as extension
      from ours n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
      union all
      select case c.relkind when 'S' then 'sequence' else 'table' end, n.name || '.' || quote_ident(c.relname), null,
        c.relowner, a.grantee, a.privilege_type, null
      from pg_class c join ours n on n.oid = c.relnamespace,
        aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select 'table', n.name || '.' || quote_ident(c.relname), quote_ident(t.attname), c.relowner, a.grantee, a.privilege_type, null
      from pg_attribute t join pg_class c on c.oid = t.attrelid join ours n on n.oid = c.relnamespace, aclexplode(t.attacl) a
      where not t.attisdropped
      union all
      select 'routine', n.name || '.' || quote_ident(p.proname) || '(' || oidvectortypes(p.proargtypes) || ')', null,
        p.proowner, a.grantee, a.privilege_type, (
          select e.extname from pg_depend d join pg_extension e on e.oid = d.refobjid
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
        )
      from pg_proc p join ours n on n.oid = p.pronamespace,
        aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      union all
      select 'default privileges', case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines'
          when 'T' then 'types' else 'schemas' end || coalesce(' in ' || d.defaclnamespace::regnamespace, ''), null,
        d.defaclrole, a.grantee, a.privilege_type, null
      from pg_default_acl d, aclexplode(d.defaclacl) a
    )
    select distinct h.kind, h.name, h."column", coalesce(r.rolname, 'public') as grantee, lower(h.privilege_type) as privilege, h.extension
    from held h left join pg_roles r on r.oid = h.grantee
    where h.grantee <> h.owner
    order by 4, 1, 2, 5, 3`;
  return rows.map((row) => ({ ...row }));
}
