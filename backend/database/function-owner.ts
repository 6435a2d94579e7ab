// Gives functions that run with the rights of their owner an owner that is no superuser: whatever a fault in one of them
// lets a caller do, it cannot run programs, read files of the server or change tables and roles. A login that is no superuser
// made them itself and stays their owner. Safe to run at every start and from several processes at once.

import type { Sql, TransactionSql } from './driver/sql.ts';
import { prepareLock } from './prepare-database.ts';

export const FUNCTION_OWNER = 'onda_functions';

/** Not cron: a row of its table is a command that the login of the program runs. */
export const SERVICE_SCHEMAS = [
  'auth',
  'storage',
  'realtime',
  'extensions',
  'rate_limits',
  'net',
  'supabase_functions',
];
export const STUDIO_SCHEMAS = ['public', 'private'];

/** After the migrations of these schemas. */
export async function giveFunctionsAnOwner(
  sql: Sql | TransactionSql,
  schemas: readonly string[],
): Promise<void> {
  const give = async (within: TransactionSql) => {
    await within`select pg_advisory_xact_lock(${prepareLock})`;
    const [login] = await within`select rolsuper as "isSuperuser" from pg_roles where rolname = current_user`;
    if (!login?.isSuperuser) return;
    await within.unsafe(`do $$ begin
      if not exists (select from pg_roles where rolname = '${FUNCTION_OWNER}') then
        create role ${FUNCTION_OWNER} nologin noinherit bypassrls;
      end if;
      exception when duplicate_object or unique_violation then null; -- made for another database of the cluster just now
    end $$`);
    // Only what is missing: each grant writes into the catalogue. What everyone may do counts as missing, since migrations
    // and owners revoke it from everyone later.
    const missing = await within.unsafe<{ statement: string }[]>(
      `with home as (select oid, nspname, nspacl from pg_namespace where nspname = any($1)),
      wanted as (
        select 1 as place, format('grant usage on schema %I', nspname) as statement from home
        where ${granted('nspacl')} < 1
        union all
        select 2, format('grant select, insert, update, delete on table %s', c.oid::regclass)
        from pg_class c join home on home.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v') and home.nspname <> 'extensions' and ${granted('c.relacl')} < 4
        union all
        select 3, format('grant all on sequence %s', c.oid::regclass)
        from pg_class c join home on home.oid = c.relnamespace
        where c.relkind = 'S' and ${granted('c.relacl')} < 3
        union all
        select 4, format('grant execute on routine %s', p.oid::regprocedure)
        from pg_proc p join home on home.oid = p.pronamespace
        where p.proowner <> '${FUNCTION_OWNER}'::regrole and ${granted('p.proacl')} < 1
        union all
        select 5, format('alter routine %s owner', p.oid::regprocedure)
        from pg_proc p join home on home.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
        where p.prosecdef and r.rolsuper and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      )
      select format('%s to %I', statement, '${FUNCTION_OWNER}') as statement from wanted order by place`,
      [[...schemas]],
    );
    if (missing.length > 0) await within.unsafe(missing.map(({ statement }) => statement).join(';\n'));
  };
  await ('begin' in sql ? sql.begin(give) : give(sql));
}

/** How many rights an access list gives the owner by name. */
function granted(acl: string): string {
  return `(select count(*) from aclexplode(${acl}) right_of where right_of.grantee = '${FUNCTION_OWNER}'::regrole)`;
}
