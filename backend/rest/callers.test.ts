// Who asks decides what is seen: row policies as anon, member, staff and service; what SQL can ask about the request;
// limits per role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend } from '../create-backend.ts';
import { jwtSecret, type RestHost, startRestHost, tokenFor } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';

const member = { sub: '00000000-0000-4000-8000-000000000001', email: 'm@example.org' };
const other = { sub: '00000000-0000-4000-8000-000000000002' };
const staff = { sub: '00000000-0000-4000-8000-000000000003', app_metadata: { role: 'staff' } };

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`
    create table notes (id int primary key, owner uuid default auth.uid(), text text, is_public boolean default false);
    alter table notes enable row level security;
    create policy "everybody sees public ones" on notes for select using (is_public);
    create policy "owners do as they like" on notes to authenticated
      using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    create policy "staff sees all" on notes for select to authenticated
      using ((select auth.jwt() -> 'app_metadata' ->> 'role') = 'staff');
    insert into notes values
      (1, '${member.sub}', 'mine', false), (2, '${other.sub}', 'theirs', false), (3, null, 'open', true);
    create table closed (id int);
    revoke all on closed from anon, authenticated;
    create table half (id int, secret text);
    revoke all on half from anon;
    grant select (id) on half to anon;
    create function whoami() returns json language sql stable as $$
      select json_build_object('user', current_user, 'session', session_user, 'uid', auth.uid(), 'role', auth.role(), 'email', auth.email())
    $$;
    create function request_setting(name text) returns text language sql stable as $$ select current_setting('request.' || name, true) $$;
    create function leaked() returns text language sql stable as $$ select current_setting('my.leak', true) $$;
    create function leak() returns text language sql volatile as $$ select set_config('my.leak', 'seen', true) $$;
    create function deep_sleep() returns void language sql stable as $$ select pg_sleep(5) $$;
    create role impatient nologin;
    grant impatient to authenticator;
    alter role impatient set statement_timeout = '60ms';
    alter table notes add constraint unique_text unique (text) deferrable initially deferred;
  `);
});
afterAll(async () => {
  await host.sql`drop owned by impatient`;
  await host.sql`drop role impatient`;
  await host.close();
});

describe('row policies', () => {
  const ids = 'GET /notes?select=id&order=id';
  runScenarios(
    () => host,
    [
      { shows: 'anon sees what is public', line: ids, as: 'anon', json: [{ id: 3 }] },
      { shows: 'a member sees their own too', line: ids, as: member, json: [{ id: 1 }, { id: 3 }] },
      { shows: 'staff sees all', line: ids, as: staff, json: [{ id: 1 }, { id: 2 }, { id: 3 }] },
      { shows: 'the service passes all policies', line: ids, json: [{ id: 1 }, { id: 2 }, { id: 3 }] },
      {
        shows: 'a member writes their own',
        line: 'PATCH /notes?select=id,text',
        as: member,
        body: { text: 'changed' },
        headers: { prefer: 'return=representation,tx=rollback' },
        json: [{ id: 1, text: 'changed' }],
      },
      {
        shows: 'a member cannot write in another’s name',
        line: 'POST /notes',
        as: member,
        body: { id: 9, owner: other.sub },
        status: 403,
        json: {
          code: '42501',
          details: null,
          hint: null,
          message: 'new row violates row-level security policy for table "notes"',
        },
      },
      { shows: 'anon cannot write', line: 'POST /notes', as: 'anon', body: { id: 9 }, status: 401 },
      {
        shows: 'anon deletes nothing',
        line: 'DELETE /notes?id=eq.1',
        as: 'anon',
        headers: { prefer: 'count=exact' },
        status: 204,
        sends: { 'content-range': '*/0' },
      },
      {
        shows: 'counts follow the policies',
        line: 'GET /notes?limit=1',
        as: member,
        headers: { prefer: 'count=exact' },
        status: 206,
        sends: { 'content-range': '0-0/2' },
      },
      {
        shows: 'a table without rights, as anon',
        line: 'GET /closed',
        as: 'anon',
        status: 401,
        json: { code: '42501', details: null, hint: null, message: 'permission denied for table closed' },
        sends: { 'www-authenticate': 'Bearer' },
      },
      { shows: 'a table without rights, signed in', line: 'GET /closed', as: member, status: 403 },
      { shows: 'single columns by right', line: 'GET /half?select=id', as: 'anon', json: [] },
      { shows: 'other columns not', line: 'GET /half?select=secret', as: 'anon', status: 401 },
    ],
  );

  test('callers in any order on the same connections never see each other’s rows', async () => {
    const asks = Array.from({ length: 60 }, (_, index) => {
      const as = [member, staff, 'anon' as const, 'service' as const][index % 4];
      const expected = [2, 3, 1, 3][index % 4];
      return host.ask('GET /notes?select=id', { as }).then((answer) => {
        expect((answer.json as unknown[]).length).toBe(expected);
      });
    });
    await Promise.all(asks);
  });

  test('a constraint that is checked at the end undoes the insert', async () => {
    const answer = await host.ask('POST /notes', { body: { id: 50, text: 'open' } });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ code: '23505' });
    expect((await host.ask('GET /notes?id=eq.50')).json).toEqual([]);
  });
});

describe('what SQL can ask', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'who asks',
        line: 'GET /rpc/whoami',
        as: member,
        json: {
          user: 'authenticated',
          session: 'authenticator',
          uid: member.sub,
          role: 'authenticated',
          email: member.email,
        },
      },
      {
        shows: 'nobody in particular',
        line: 'GET /rpc/whoami',
        as: 'anon',
        json: { user: 'anon', session: 'authenticator', uid: null, role: 'anon', email: null },
      },
      { shows: 'the method', line: 'POST /rpc/request_setting', body: { name: 'method' }, json: 'POST' },
      { shows: 'the path', line: 'GET /rpc/request_setting?name=path', json: '/rpc/request_setting' },
      {
        shows: 'the cookies',
        line: 'GET /rpc/request_setting?name=cookies',
        headers: { cookie: 'a=1; b=2' },
        json: '{"a":"1","b":"2"}',
      },
    ],
  );

  test('the headers, trace headers among them, in lower case', async () => {
    const answer = await host.ask('GET /rpc/request_setting?name=headers', {
      headers: { Traceparent: '00-abc-def-01', 'X-Client-Info': 'test' },
    });
    expect(JSON.parse(String(answer.json))).toMatchObject({
      traceparent: '00-abc-def-01',
      'x-client-info': 'test',
    });
  });

  test('settings of one request are gone in the next', async () => {
    await host.ask('POST /rpc/leak', { body: {} });
    for (let round = 0; round < 8; round += 1)
      expect((await host.ask('GET /rpc/leaked')).json).not.toBe('seen');
  });
});

describe('a host that logs in as superuser', () => {
  test('gives its rights up before it serves anybody', async () => {
    const url = new URL(host.databaseUrl);
    const [{ login }] = await host.sql<[{ login: string }]>`select current_user as login`;
    url.username = login;
    url.password = String(host.sql.target.password);
    const powerful = await createBackend({
      tokenRules: 'supabase',
      databaseUrl: url.href,
      schemas: ['public'],
      jwtSecret,
    });
    const ask = async (path: string, role: string) => {
      const headers = { authorization: `Bearer ${await tokenFor({ role })}` };
      return powerful.fetch(new Request(`http://localhost/rest/v1${path}`, { headers }));
    };
    expect(await (await ask('/rpc/whoami', 'anon')).json()).toMatchObject({
      user: 'anon',
      session: 'authenticator',
    });
    expect((await ask('/notes', login)).status).toBe(403);
    await powerful.close();
  });
});

describe('roles', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a role the database does not have',
        line: 'GET /notes',
        as: { role: 'nobody' },
        status: 401,
        json: { code: '22023', details: null, hint: null, message: 'role "nobody" does not exist' },
      },
      {
        shows: 'a role the host may not take',
        line: 'GET /notes',
        as: { role: 'postgres' },
        status: 403,
        json: {
          code: '42501',
          details: null,
          hint: null,
          message: 'permission denied to set role "postgres"',
        },
      },
      {
        shows: 'a time limit on the role',
        line: 'POST /rpc/deep_sleep',
        as: { role: 'impatient' },
        body: {},
        status: 422,
        json: {
          code: '57014',
          details: null,
          hint: 'Request fewer rows, embed fewer relations, or filter by a column with an index.',
          message: 'canceling statement due to statement timeout',
        },
      },
    ],
  );
});
