// An owner who is hostile, or whose session was taken over, tries to get from the data window to the rights of the program:
// with types, tables and functions of their own that functions with other rights would use by name, and directly.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { dropLogins, withSecondFactor } from './testing/data-owner.ts';

let studio: StudioApp;
let owner: TestPerson;
const marker = join(tmpdir(), `onda-escaped-${process.pid}`);
beforeAll(async () => {
  studio = await startStudioApp();
  owner = await withSecondFactor(await signUp(studio, 'owner'));
});
afterAll(async () => {
  await dropLogins(studio);
  await studio.close();
});

async function run(statement: string, mode: 'read' | 'write') {
  const { status, json } = await ask(studio, 'POST /api/studio/data/sql', {
    as: owner,
    body: { statement, mode },
  });
  return { status, message: String(json.message) };
}
const write = (statement: string) => run(statement, 'write');

const TEMPORARY = 'permission denied to create temporary tables';
const trap = `create function pg_temp.run() returns boolean language plpgsql as $f$
  begin copy (select 1) to program 'touch ${marker}'; return true; end $f$;`;

describe('the data window lets nobody', () => {
  it.each([
    // A check that runs when a function casts to a type that it means to be PostgreSQL's own.
    [
      `do $$ begin ${trap} create domain pg_temp.uuid as text check (pg_temp.run());
      set role authenticated; perform public.has_role('owner'); end $$`,
      TEMPORARY,
    ],
    ['create domain pg_temp.uuid as text check (true)', TEMPORARY],
    ['create type pg_temp.jsonb as (a int)', TEMPORARY],
    ["create type pg_temp.text as enum ('a')", TEMPORARY],
    ['create temporary table bookings (id int)', TEMPORARY],
    ['create temporary table users as select 1 as id', TEMPORARY],
    ['select 1 as id into temporary users', TEMPORARY],
    ['create temporary view orders as select 1 as id', TEMPORARY],
    ['create temporary sequence jobid_seq', TEMPORARY],
    [
      'create function pg_temp.now() returns timestamptz language sql as $f$ select null::timestamptz $f$',
      'permission denied',
    ],
    [
      'create function public.lower(text) returns text language sql as $f$ select $1 $f$',
      'permission denied',
    ],
    ['create operator public.= (leftarg = uuid, rightarg = uuid, function = uuid_eq)', 'permission denied'],
    ['create cast (text as uuid) with inout as implicit', 'must be owner'],
    ['create schema mine', 'permission denied'],
    ['create extension hstore', 'permission denied'],
    ['create event trigger mine on ddl_command_end execute function public.is_staff()', 'permission denied'],
    ['alter function public.is_staff() security invoker', 'must be owner'],
    ['create rule mine as on insert to public.roles do also notify x', 'must be owner'],
    ['do $$ begin set role authenticated; create temporary table users (id int); end $$', TEMPORARY],
    ['do $$ begin set role authenticated; create table public.users (id int); end $$', 'permission denied'],
    ['set role onda_functions', 'permission denied'],
    ['do $$ begin set role authenticated; set role onda_functions; end $$', 'permission denied'],
    ["do $$ begin perform set_config('role', 'postgres', false); end $$", 'permission denied'],
    ['set session authorization onda_functions', 'permission denied'],
    ['do $$ begin reset session authorization; reset role; set role postgres; end $$', 'permission denied'],
    [`copy (select 1) to program 'touch ${marker}'`, 'permission denied'],
    [`;/* */copy public.roles to program 'touch ${marker}'`, 'permission denied'],
    [`do $$ begin execute 'copy public.roles from program ''touch ${marker}'''; end $$`, 'permission denied'],
    [`copy (select 1) to '${marker}'`, 'permission denied'],
    ["select lo_import('/etc/passwd')", 'permission denied'],
    [`select lo_export(lo_from_bytea(0, 'x'), '${marker}')`, 'permission denied'],
    ["select pg_read_binary_file('/etc/passwd')", 'permission denied'],
    ["insert into cron.job (schedule, command) values ('1 seconds', 'select 1')", 'permission denied'],
    ["select cron.schedule('1 seconds', 'select 1')", 'permission denied'],
    ['alter role current_user superuser', 'permission denied'],
    ['grant postgres to current_user', 'permission denied'],
    ["load 'plpgsql'", 'access to library'],
    ["set session_preload_libraries = 'auto_explain'", 'permission denied'],
    ['set session_replication_role = replica', 'permission denied'],
  ])('%s', async (statement, reason) => {
    const answer = await write(statement);
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(reason)]);
    expect(existsSync(marker)).toBe(false);
  });
});

it.each([
  "alter role current_user password 'known to the owner'",
  "alter role current_user set transaction_timeout = '1ms'",
  "alter role current_user set role = 'authenticated'",
  'alter role current_user set search_path = nowhere',
  `do $$ begin execute format('alter role current_user in database %I set statement_timeout = 1', current_database()); end $$`,
])('what a statement changes of its own login ends with it: %s', async (statement) => {
  expect((await write(statement)).status).toBe(200);
  const [login] = await studio.sql<{ name: string }[]>`
    select rolname as name from pg_roles
    where rolname = 'onda_data_write_' || (select oid from pg_database where datname = current_database())`;
  expect(
    await studio.sql`select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = ${login?.name ?? ''}`,
  ).toHaveLength(0);
  expect((await write('select id from public.studio')).status).toBe(200);
});

it('a statement that only reads notifies nobody', async () => {
  const heard: string[] = [];
  const { unlisten } = await studio.sql.listen('escape', (text) => heard.push(text));
  expect((await run("select pg_notify('escape', 'read')", 'read')).status).toBe(200);
  await studio.sql`select pg_notify('escape', 'own')`;
  await expect.poll(() => heard).toContain('own');
  expect(heard).toEqual(['own']);
  await unlisten();
});

it('the audit log has the whole of a statement that writes, however long what stands before it', async () => {
  const statement = `/*${'x'.repeat(90_000)}*/ update public.shows set title = title`;
  expect((await write(statement)).status).toBe(200);
  const [entry] = await studio.sql`
    select details ->> 'statement' as statement from public.audit_events
    where action = 'ran_a_writing_statement' order by id desc limit 1`;
  expect(entry?.statement).toBe(statement);
});

it('no function with other rights uses a type of its caller, even where callers may create some', async () => {
  const tried = await studio.sql.begin(async (within) => {
    // Deeper than the right that is missing: with it, every function of ours is called with every common type hidden.
    const [{ name }] = (await within`select current_database() as name`) as unknown as [{ name: string }];
    await within.unsafe(`grant temporary on database ${name} to authenticated`);
    await within`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id, role: 'authenticated', aal: 'aal2' })}, true)`;
    await within.unsafe(`set local role authenticated;
      create function pg_temp.ran() returns boolean language plpgsql as $f$
        begin if current_user <> 'authenticated' then raise exception 'ran as %', current_user; end if; return true; end $f$`);
    for (const type of [
      'uuid',
      'text',
      'jsonb',
      'date',
      'timestamptz',
      'numeric',
      'interval',
      'time',
      'record',
    ])
      await within.unsafe(`create domain pg_temp.${type} as pg_catalog.text check (pg_temp.ran())`);
    for (const table of ['users', 'roles', 'orders', 'bookings', 'people', 'jobs', 'sessions'])
      await within.unsafe(`create view pg_temp.${table} as select pg_temp.ran() as id`);
    const [{ outcome }] = (await within
      .unsafe(`
      create temporary table outcome (name pg_catalog.text, said pg_catalog.text);
      do $$ declare one pg_catalog.record; begin
        for one in select p.oid::regprocedure as name, n.nspname, p.proname,
            array(select 'null::' || format_type(t, null) from unnest(p.proargtypes) as t) as given
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          where p.prosecdef and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
            and has_function_privilege(p.oid, 'execute') and has_schema_privilege(n.oid, 'usage')
        loop
          begin
            execute format('select %I.%I(%s)', one.nspname, one.proname, array_to_string(one.given, ', '));
            insert into outcome values (one.name, '');
          exception when others then insert into outcome values (one.name, sqlerrm);
          end;
        end loop;
      end $$;
      select json_agg(outcome) as outcome from outcome`)
      .then((results) => (results as unknown as unknown[]).at(-1))) as unknown as [
      { outcome: { name: string; said: string }[] },
    ];
    await within.unsafe('reset role');
    await within.unsafe(`revoke temporary on database ${name} from authenticated`);
    return outcome;
  });
  expect(tried.length).toBeGreaterThan(150);
  expect(tried.filter(({ said }) => said.includes('ran as'))).toEqual([]);
});
