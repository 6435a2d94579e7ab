// A host whose own login is a superuser, on a cluster of its own: what callers run can never become the superuser again.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Backend, createBackend } from '../create-backend.ts';
import { PASSWORD_MARK } from '../database/caller-login.ts';
import { openSql } from '../database/driver/open-sql.ts';
import type { Sql } from '../database/driver/sql.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { startTemporaryPostgres } from '../database/testing/temporary-postgres.ts';
import { jwtSecret } from '../testing/rest-host.ts';

const progress = { step: () => undefined, done: () => undefined };
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let sql: Sql;
let backend: Backend;
beforeAll(async () => {
  server = await startTemporaryPostgres();
  sql = openSql(server.url, { max: 2 });
  await prepareDatabase(sql, { progress });
  await sql.unsafe(`
    create function run_text(statement text) returns text language plpgsql as $$
      begin execute statement; return current_user || ' as ' || session_user; end
    $$`);
  backend = await open();
});
afterAll(async () => {
  await backend?.close();
  await sql?.end();
  await server?.stop();
});

const open = () =>
  createBackend({ tokenRules: 'supabase', databaseUrl: server.url, schemas: ['public'], jwtSecret });

async function run(
  statement: string,
  role = 'anon',
  at = backend,
): Promise<{ status: number; text: string }> {
  const token = await new SignJWT({ role, exp: Date.now() / 1000 + 600 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret));
  const answer = await at.fetch(
    new Request('http://localhost/rest/v1/rpc/run_text', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ statement }),
    }),
  );
  return { status: answer.status, text: await answer.text() };
}

it.each([
  ['reset session authorization', '"authenticator as authenticator"'],
  ['set session authorization default', '"authenticator as authenticator"'],
  ['set local session authorization default', '"authenticator as authenticator"'],
  ['reset all; reset role; reset session authorization', '"authenticator as authenticator"'],
  ['reset role', '"authenticator as authenticator"'],
  ['set session authorization postgres', 'permission denied'],
  ["select set_config('session_authorization', 'postgres', false)", 'permission denied'],
  ['reset session authorization; set role postgres', 'permission denied'],
  ["reset session authorization; copy (select 1) to program 'true'", 'permission denied'],
])('%s', async (statement, expected) => {
  for (const role of ['anon', 'service_role']) expect((await run(statement, role)).text).toContain(expected);
});

it('connections that are opened at the same moment, of several hosts, all log in so', async () => {
  for (let round = 0; round < 5; round += 1) {
    const others = await Promise.all([open(), open()]);
    const answers = await Promise.all(
      others.flatMap((other) =>
        Array.from({ length: 8 }, () => run('reset session authorization', 'anon', other)),
      ),
    );
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['"authenticator as authenticator"']));
    await Promise.all(others.map((other) => other.close()));
  }
});

it('a password of the operator stays; the host then only gives up its rights', async () => {
  await prepareDatabase(sql, { progress, authenticatorPassword: 'chosen' });
  const other = await open();
  expect((await run('select 1', 'anon', other)).text).toBe('"anon as authenticator"');
  await other.close();
  const url = new URL(server.url);
  url.username = 'authenticator';
  url.password = 'chosen';
  const authenticator = openSql(url.href, { max: 1 });
  expect(await authenticator`select session_user::text as login`).toEqual([{ login: 'authenticator' }]);
  await authenticator.end();
  const [mark] = await sql`
    select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = 'authenticator'`;
  expect(mark?.mark).not.toBe(PASSWORD_MARK);
});
