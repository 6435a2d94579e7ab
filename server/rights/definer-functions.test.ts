// Functions that run with the rights of their owner, in every schema: ours, the backend's services and its background jobs.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FUNCTION_OWNER } from '#backend/database/function-owner.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database?.drop());

const functionsOfOurs = () => database.sql<{ name: string; isDefiner: boolean; path: string | null }[]>`
  select p.oid::regprocedure::text as name, p.prosecdef as "isDefiner",
    (select substring(setting from '=(.*)') from unnest(p.proconfig) as setting where setting like 'search_path=%') as path
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname !~ '^(pg_|information_schema$)'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by 1`;

it('look names up in pg_catalog first and in temporary objects last', async () => {
  const functions = await functionsOfOurs();
  const definers = functions.filter(({ isDefiner }) => isDefiner);
  expect(definers.length).toBeGreaterThan(300);
  expect(definers.filter(({ path }) => path !== 'pg_catalog, pg_temp')).toEqual([]);
});

it('call functions whose own search path, where they set one, also ends with temporary objects', async () => {
  const functions = await functionsOfOurs();
  expect(
    functions.filter(({ path }) => path !== null && !/^pg_catalog, (\w+, )*pg_temp$/.test(path)),
  ).toEqual([]);
});

it('belong to an owner that is no superuser', async () => {
  const owners = await database.sql`
    select distinct r.rolname as name, r.rolsuper as "isSuperuser", r.rolcanlogin as "canLogIn", r.rolcreaterole as "createsRoles"
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
    where p.prosecdef and n.nspname !~ '^(pg_|information_schema$)'`;
  expect(owners.map((row) => ({ ...row }))).toEqual([
    { name: FUNCTION_OWNER, isSuperuser: false, canLogIn: false, createsRoles: false },
  ]);
  const [cron] = await database.sql`
    select has_schema_privilege(${FUNCTION_OWNER}, 'cron', 'usage') as "mayUse",
      exists (select from pg_auth_members where member = ${FUNCTION_OWNER}::regrole) as "isMember"`;
  expect(cron).toEqual({ mayUse: false, isMember: false });
});

it('have callers who may create nothing: neither in the database nor in a schema', async () => {
  await prepareDatabase(database.sql, { progress: { step: () => undefined, done: () => undefined } });
  const mayCreate = await database.sql`
    select caller, n.nspname as schema from pg_namespace n, unnest(array['public', 'anon', 'authenticated', 'service_role', 'authenticator']) as caller
    where n.nspname !~ '^pg_(temp|toast_temp)_' and has_schema_privilege(caller, n.oid, 'create')
    union all
    select caller, 'of the database' from unnest(array['public', 'anon', 'authenticated', 'service_role', 'authenticator']) as caller
    where has_database_privilege(caller, current_database(), 'create, temporary')`;
  expect(mayCreate.map((row) => ({ ...row }))).toEqual([]);
});
