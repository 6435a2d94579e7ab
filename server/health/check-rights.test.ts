// What the doctor says of a database: of the studio's own functions, and of those that a project's migrations made.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD_MARK } from '#backend/database/caller-login.ts';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { startTemporaryPostgres } from '#backend/database/testing/temporary-postgres.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { checkCallerLogin, checkDatabaseRights } from './check-rights.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database?.drop());

const messages = async () =>
  (await checkDatabaseRights(database.sql)).map(({ state, message }) => `${state}: ${message}`);

it("finds nothing in the studio's own database", async () => {
  expect(await messages()).toEqual(['ok: are as narrow as they should be']);
});

it.each([
  ['security definer', true],
  ["security definer set search_path = ''", true],
  ['security definer set search_path = public', true],
  ['security definer set search_path = pg_temp, public', true],
  ['security definer set search_path = public, pg_temp', false],
  ['security definer set search_path = pg_catalog, pg_temp', false],
  ['', false],
])('names a function of a project with %j: %s', async (options, isNamed) => {
  await database.sql.unsafe(
    `create or replace function public.own_function() returns int language sql ${options} as 'select 1'`,
  );
  const found = await messages();
  await database.sql`drop function public.own_function()`;
  expect(found.filter((line) => line.includes('temporary objects first: own_function()'))).toHaveLength(
    isNamed ? 1 : 0,
  );
  expect(found.filter((line) => line.includes('rights of a superuser: own_function()'))).toHaveLength(
    options === '' ? 0 : 1,
  );
});

it('says that everyone may create temporary objects, until a start revokes it', async () => {
  await database.sql.unsafe(
    `grant temporary on database ${new URL(database.url).pathname.slice(1)} to public`,
  );
  expect(await messages()).toEqual(['warn: everyone who can connect may create temporary types and tables']);
  await prepareDatabase(database.sql, { progress: { step: () => undefined, done: () => undefined } });
  expect(await messages()).toEqual(['ok: are as narrow as they should be']);
});

it('says that callers share the login of a superuser', async () => {
  // Roles and their passwords belong to a whole cluster: other tests use that of theirs.
  const server = await startTemporaryPostgres();
  const sql = openSql(server.url, { max: 1 });
  await sql`create role authenticator login`;
  expect(await checkCallerLogin(sql)).toEqual([]);
  await sql`alter role authenticator password 'chosen'`;
  expect(await checkCallerLogin(sql)).toMatchObject([
    { state: 'warn', advice: expect.stringContaining('password null') },
  ]);
  await sql.unsafe(`comment on role authenticator is '${PASSWORD_MARK}'`);
  expect(await checkCallerLogin(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});
