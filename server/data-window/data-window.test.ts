// The owner's window into the database: who may open it, what it shows, and what it must not let happen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRows, StatementResult, TableSummary } from '#contracts/data-window.ts';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { dropLogins, withSecondFactor } from './testing/data-owner.ts';

let studio: StudioApp;
let owner: TestPerson;
beforeAll(async () => {
  studio = await startStudioApp();
  owner = await withSecondFactor(await signUp(studio, 'owner'));
  await studio.sql.unsafe(`
    create sequence public.shelf_number;
    create table public.shelf (id int primary key, owner uuid, title text, at timestamptz default now());
    alter table public.shelf enable row level security;
    create policy "own rows" on public.shelf for select to authenticated using (owner = auth.uid());
    grant select, insert on public.shelf to authenticated;
    revoke all on public.shelf from anon;
    insert into public.shelf (id, owner, title) select n, null, 'Book ' || n from generate_series(1, 120) as n;`);
});
afterAll(async () => {
  await dropLogins(studio);
  await studio.close();
});

const run = async (statement: string, more: object = {}, as = owner) => {
  const { status, json } = await ask(studio, 'POST /api/studio/data/sql', {
    as,
    body: { statement, ...more },
  });
  return { status, json: json as typeof json & StatementResult };
};
const rowsOf = async (more: object) => {
  const body = { schema: 'public', table: 'shelf', ...more };
  const { status, json } = await ask(studio, 'POST /api/studio/data/rows', { as: owner, body });
  return { status, json: json as typeof json & DataRows };
};
const factorAge = (age: string) =>
  studio.sql`update auth.mfa_amr_claims set updated_at = now() - ${age}::interval where authentication_method = 'totp'`;

describe('it opens', () => {
  it('for owners with a second factor that they confirmed lately, and writes within minutes of it', async () => {
    expect((await ask(studio, 'GET /api/studio/data/tables')).status).toBe(401);
    for (const role of ['member', 'staff'] as const)
      expect(
        (await ask(studio, 'GET /api/studio/data/tables', { as: await signUp(studio, role) })).status,
      ).toBe(403);
    const careless = await signUp(studio, 'owner');
    expect((await run('select 1', {}, careless)).json.code).toBe('second_factor_required');
    await factorAge('20 minutes');
    expect((await run('select 1')).status).toBe(200);
    expect((await run('select 1', { mode: 'write' })).json.code).toBe('second_factor_stale');
    await factorAge('13 hours');
    expect((await run('select 1')).json.code).toBe('second_factor_stale');
    await factorAge('0');
    const forged = await ask(studio, 'POST /api/studio/data/sql', {
      headers: { cookie: `onda-session=${owner.token}`, origin: 'https://evil.example' },
      body: { statement: 'select 1' },
    });
    expect([401, 403]).toContain(forged.status);
  });
});

describe('rows', () => {
  it('are counted in tables that PostgreSQL has not analysed yet', async () => {
    const { json } = await ask(studio, 'GET /api/studio/data/tables', { as: owner });
    const { tables } = json as typeof json & { tables: TableSummary[] };
    const rows = (name: string) =>
      tables.find((table) => table.name === name && table.schema === 'public')?.rows;
    expect([rows('shelf'), rows('roles')]).toEqual([120, expect.any(Number)]);
    expect(rows('roles')).toBeGreaterThan(0);
  });

  it('are read with filters, sorting and pages, and secrets stay hidden', async () => {
    const first = await rowsOf({ sort: 'id', is_descending: true });
    expect([first.json.rows.length, first.json.rows[0]?.[0], first.json.has_more]).toEqual([50, '120', true]);
    const last = await rowsOf({ sort: 'id', is_descending: true, page: 2 });
    expect([last.json.rows.length, last.json.has_more]).toEqual([20, false]);
    const filters = [
      { column: 'title', operator: 'contains', value: '_' },
      { column: 'id', operator: 'gt', value: '5' },
    ];
    expect((await rowsOf({ filters })).json.rows).toHaveLength(0);
    const ten = await rowsOf({ filters: [{ column: 'title', operator: 'contains', value: 'k 10' }] });
    expect(ten.json.rows.map(([id]) => id)).toEqual([
      '10',
      '100',
      '101',
      '102',
      '103',
      '104',
      '105',
      '106',
      '107',
      '108',
      '109',
    ]);
    const injected = await rowsOf({
      filters: [{ column: 'id', operator: 'eq', value: '1; drop table shelf' }],
    });
    expect([injected.status, injected.json.code]).toEqual([400, 'statement_failed']);
    expect((await rowsOf({ sort: 'id"; drop' })).json.code).toBe('column_not_usable');
    expect((await rowsOf({ table: 'nothing' })).json.code).toBe('table_not_found');
    const users = await rowsOf({ schema: 'auth', table: 'users' });
    expect(JSON.stringify(users.json.rows)).not.toContain('$argon');
    expect(JSON.stringify(users.json.rows)).not.toMatch(/\$2[aby]\$|scrypt/);
    const peek = await rowsOf({
      schema: 'auth',
      table: 'users',
      filters: [{ column: 'encrypted_password', operator: 'contains', value: 'a' }],
    });
    expect(peek.json.code).toBe('column_not_usable');
  });

  it('are what a visitor or a person would see, and change as they may', async () => {
    const reader = await signUp(studio, 'member');
    await studio.sql`update public.shelf set owner = ${reader.id} where id in (3, 4)`;
    const person = { as: 'person', id: reader.id };
    expect((await rowsOf({ role: person })).json.rows.map(([id]) => id)).toEqual(['3', '4']);
    expect((await rowsOf({ role: { as: 'anon' } })).json.code).toBe('statement_failed');
    expect((await rowsOf({ role: { as: 'person', id: crypto.randomUUID() } })).json.code).toBe(
      'person_not_found',
    );
    const change = (body: object) =>
      ask(studio, 'POST /api/studio/data/change', {
        as: owner,
        body: { schema: 'public', table: 'shelf', ...body },
      });
    expect((await change({ kind: 'update', key: { id: '3' }, set: { title: "O'Neill" } })).status).toBe(200);
    expect((await change({ kind: 'update', key: { id: '999' }, set: { title: 'x' } })).json.code).toBe(
      'row_not_changed',
    );
    expect(
      (await change({ kind: 'update', role: person, key: { id: '3' }, set: { title: 'x' } })).json.code,
    ).toBe('row_not_changed');
    expect((await change({ kind: 'insert', set: { id: '500', title: null } })).status).toBe(200);
    expect((await change({ kind: 'delete', key: { id: '500' } })).status).toBe(200);
    expect((await change({ kind: 'delete', key: {} })).json.code).toBe('column_not_usable');
    expect(await studio.sql`select title from public.shelf where id in (3, 500)`).toEqual([
      { title: "O'Neill" },
    ]);
    const { json } = await rowsOf({});
    expect(json.table.policies).toContainEqual(
      expect.objectContaining({
        name: 'own rows',
        command: 'select',
        roles: ['authenticated'],
        using: '(owner = auth.uid())',
      }),
    );
  });
});

describe('a statement', () => {
  it('answers with columns, types and text, cut after 500 rows, and explains its plan', async () => {
    const { json } = await run(
      'select id, title, null::uuid as nobody, array[1] as list from shelf order by id limit 2',
    );
    expect(json).toMatchObject({
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'title', type: 'text' },
        { name: 'nobody', type: 'uuid' },
        { name: 'list', type: 'integer[]' },
      ],
      rows: [
        ['1', 'Book 1', null, '{1}'],
        ['2', 'Book 2', null, '{1}'],
      ],
      isCut: false,
    });
    const many = await run('select generate_series(1, 1000000)');
    expect([many.json.rows.length, many.json.isCut]).toEqual([500, true]);
    const plan = await run('select * from shelf where id = 1', { explain: 'plan' });
    expect(plan.json.rows.flat().join('\n')).toMatch(/Scan.*shelf/);
    expect((await run('show server_version')).status).toBe(200);
    expect((await run('nonsense')).json.message).toContain('syntax error');
  });

  it.each([
    ['select 1; select 2', 'cannot insert multiple commands'],
    ['commit; drop table public.shelf', 'cannot insert multiple commands'],
    ['delete from public.shelf', 'read-only transaction'],
    ['with gone as (delete from public.shelf returning id) select * from gone', 'read-only transaction'],
    ['create table public.mine (id int)', 'read-only transaction'],
    ['do $$ begin commit; delete from public.shelf; end $$', 'invalid transaction termination'],
    [
      'do $$ begin set transaction read write; delete from public.shelf; end $$',
      'transaction read-write mode',
    ],
    [
      "do $$ begin perform set_config('transaction_read_only', 'off', true); delete from public.shelf; end $$",
      'transaction read-write mode',
    ],
    ["copy public.shelf to program 'touch /tmp/broken-into'", 'permission denied'],
    ["; -- hidden\ncopy public.shelf from program 'echo 1'", 'permission denied'],
    ["copy public.shelf from '/etc/passwd'", 'permission denied'],
    ['copy public.shelf from stdin', 'permission denied'],
    ['; /* one /* inside */ another */ copy public.shelf to stdout', 'COPY is not offered'],
    ['/* hidden */ copy (select 1) to stdout', 'COPY is not offered'],
    ["do $$ begin execute 'copy (select 1) to program ''id'''; end $$", 'permission denied'],
    ["select pg_read_file('/etc/passwd')", 'permission denied'],
    ["select lo_import('/etc/passwd')", 'permission denied'],
    ['set role postgres', 'permission denied'],
    ["select set_config('role', 'postgres', true)", 'permission denied'],
    ['set session authorization postgres', 'permission denied'],
    ['set role pg_write_all_data', 'permission denied'],
    ["alter system set log_statement = 'all'", 'cannot'],
    [
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'",
      'permission denied',
    ],
    ["select nextval('public.shelf_number')", 'denied'],
  ])('%s does nothing', async (statement, reason) => {
    const { status, json } = await run(statement);
    expect([status, String(json.message)]).toEqual([400, expect.stringContaining(reason)]);
    const [left] = await studio.sql`select count(*)::int as rows from public.shelf`;
    expect(left?.rows).toBe(120);
  });

  it('cannot leave the role behind that it looks with, nor its transaction', async () => {
    const [before] = await studio.sql`select count(*)::int as rows from public.shelf`;
    expect((await run('commit')).status).toBe(200);
    expect((await run('set role authenticated')).status).toBe(200);
    const { json } = await run('select current_user::text, session_user::text');
    expect(json.rows[0]?.[0]).toMatch(/^onda_data_read_/);
    expect(await studio.sql`select count(*)::int as rows from public.shelf`).toEqual([before]);
    const logins = await studio.sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname like 'onda_data_%'`;
    for (const login of logins) expect(Object.values(login)).toEqual([false, false, false, false]);
  });

  it('ends after five seconds, when it is stopped, and when its result is huge', async () => {
    const huge = await run("select repeat('x', 10000000)");
    expect([huge.status, huge.json.code]).toEqual([400, 'result_too_large']);
    let isSlowOver = false;
    const slow = run('select pg_sleep(60)').finally(() => {
      isSlowOver = true;
    });
    const stopping = new AbortController();
    const stopped = studio.fetch(
      new Request(`${studio.siteUrl}/api/studio/data/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ statement: 'select pg_sleep(61)' }),
        signal: stopping.signal,
      }),
    );
    const sleeping = () =>
      studio.sql`select from pg_stat_activity where query like '%pg_sleep(61)%' and state = 'active' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await sleeping()).length).toBe(1);
    stopping.abort();
    expect((await stopped.catch(() => new Response(null, { status: 408 }))).status).toBe(408);
    await expect.poll(async () => (await sleeping()).length).toBe(0);
    // Stopped: the limit of five seconds would have ended the earlier one first.
    expect(isSlowOver).toBe(false);
    expect((await slow).json.code).toBe('statement_cancelled');
  });

  it.each([
    'copy public.shelf from stdin',
    ';copy public.shelf from stdin',
    ';;\n-- hidden\n copy public.shelf (id) from stdin (format csv)',
    '/* a /* b */ c */ COPY public.shelf FROM STDIN',
    ' ; copy public.shelf from stdin with binary',
    'copy public.shelf to stdout',
  ])('%s is answered at once, and its connection is free again', async (statement) => {
    const { status, json } = await run(statement, { mode: 'write' });
    expect([status, json.code]).toEqual([400, 'copy_not_offered']);
    const left = studio.sql`select from pg_stat_activity where datname = current_database() and usename like 'onda_data_write_%'`;
    await expect.poll(async () => (await left).length).toBe(0);
  });

  it('ends although it catches its cancellation and the time limit', async () => {
    const stubborn = `do $$ begin loop
      begin perform pg_sleep(62); exception when query_canceled or assert_failure then null; end;
    end loop; end $$`;
    expect((await run(stubborn)).json.code).toBe('statement_cancelled');
    const left = () => studio.sql`select from pg_stat_activity where query like 'do $$ begin loop%'`;
    await expect.poll(async () => (await left()).length).toBe(0);
  });

  it('writes rows when that is asked for, but no tables and no rights', async () => {
    const write = (statement: string) => run(statement, { mode: 'write' });
    expect((await write("update public.shelf set title = 'Atlas' where id < 11")).json).toMatchObject({
      count: 10,
      command: 'UPDATE',
    });
    for (const statement of [
      'drop table public.shelf',
      'truncate public.shelf',
      'create role intruder superuser',
      'update auth.users set role = null',
      "insert into storage.buckets (id, name) values ('a', 'a')",
      "do $$ begin execute 'copy (select 1) to program ''id'''; end $$",
    ])
      expect([statement, (await write(statement)).status]).toEqual([statement, 400]);
    expect((await write('delete from public.audit_events')).status).toBe(400);
    // PostgreSQL only warns that nothing was granted.
    await write('grant all on public.shelf to anon');
    expect(await studio.sql`select has_table_privilege('anon', 'public.shelf', 'insert') as "may"`).toEqual([
      { may: false },
    ]);
    expect(await studio.sql`select from public.shelf where title = 'Atlas'`).toHaveLength(10);
  });
});

it('everything is written down, with the statement and the eyes it was read with', async () => {
  await run('select 42 as answer', { role: { as: 'anon' } });
  const { data } = await owner.client.rpc('list_audit_events', { wanted_area: 'data', max_rows: 100 });
  const actions = new Set(data.map(({ action }: { action: string }) => action));
  for (const action of [
    'viewed_a_table',
    'ran_a_statement',
    'ran_a_writing_statement',
    'failed_a_statement',
    'added_a_row',
    'changed_a_row',
    'deleted_a_row',
    'could_not_change_a_row',
  ])
    expect([action, actions.has(action)]).toEqual([action, true]);
  expect(data[0]).toMatchObject({
    actor: owner.id,
    details: { as: 'anon', statement: 'select 42 as answer', rows: 1 },
  });
});

it('buckets are listed with their files', async () => {
  const { status, json } = await ask(studio, 'GET /api/studio/data/buckets', { as: owner });
  expect([status, Array.isArray(json.buckets)]).toEqual([200, true]);
  expect((await ask(studio, 'GET /api/studio/data/functions', { as: owner })).json).toEqual({ lines: [] });
});
