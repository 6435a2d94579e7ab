// What the Supabase CLI does to a remote database before it applies migrations again (supabase db reset --db-url):
// drops schemas that are neither its own nor supabase_admin's, empties public, accounts and records of migrations.
import type { Sql } from '#backend/database/driver/sql.ts';

const MANAGED = [
  'information\\_schema',
  'pg\\_%',
  '\\_analytics',
  '\\_realtime',
  '\\_supavisor',
  'pgbouncer',
  'pgmq',
  'pgsodium',
  'pgtle',
  'supabase\\_migrations',
  'vault',
  'extensions',
  'public',
];
const EXTENSIONS = [
  'pg_graphql',
  'pg_net',
  'pg_stat_statements',
  'pgcrypto',
  'pgjwt',
  'plpgsql',
  'uuid-ossp',
];

export async function resetLikeCli(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select n.nspname as name from pg_namespace n
    left join pg_depend d on d.objid = n.oid and d.classid = 'pg_namespace'::regclass
    where d.deptype is null and not n.nspname like any (${MANAGED}) and n.nspowner::regrole::text <> 'supabase_admin'`;
  const extensions = await sql<{ name: string }[]>`
    select extname as name from pg_extension where extname <> all (${EXTENSIONS})`;
  await sql.begin(async (within) => {
    for (const { name } of schemas) await within`drop schema if exists ${within(name)} cascade`;
    for (const { name } of extensions) await within`drop extension if exists ${within(name)} cascade`;
    const commands = await within<{ command: string }[]>`
      select format('drop routine if exists %s cascade', oid::regprocedure) as command, 1 as turn
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname), 2
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm')
      union all
      select format('truncate %s cascade', c.oid::regclass), 3
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and (n.nspname = 'auth' and c.relname <> 'schema_migrations' or n.nspname = 'supabase_migrations')
      union all
      select format('drop type if exists public.%I cascade', typname), 4
      from pg_type where typnamespace = 'public'::regnamespace and typtype <> 'b'
      union all
      select format('drop policy if exists %I on %I.%I', policyname, schemaname, tablename), 5 from pg_policies
      union all
      select format('drop publication if exists %I', pubname), 6
      from pg_publication where pubname not like 'supabase_realtime%'
      order by 2`;
    for (const { command } of commands) {
      const policy = /^drop policy .* on (.+)$/.exec(command)?.[1];
      if (policy && !(await within`select to_regclass(${policy}) as found`)[0]?.found) continue;
      await within.unsafe(command);
    }
  });
}
