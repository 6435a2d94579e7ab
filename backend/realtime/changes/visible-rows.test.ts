// Who may see a changed row, asked while its transaction is not yet visible to others.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { type CallerPool, openCallerPool } from '../../database/run-as-caller.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { RowChange } from './pgoutput.ts';
import { createCatalogue, type TableFacts } from './table-facts.ts';
import { isVisibleIn, readVisibleRows } from './visible-rows.ts';

let database: TestDatabase;
let pool: CallerPool;
let table: TableFacts;
const anon = { caller: { role: 'anon', claims: { role: 'anon' } }, claims: '{"role":"anon"}' };

beforeAll(async () => {
  database = await openTestDatabase();
  const progress = { step: () => undefined, done: () => undefined };
  await prepareDatabase(database.sql, { progress, authenticatorPassword: 'authenticator' });
  await database.sql.unsafe(`
    create table public.notes (id int primary key, is_public boolean not null);
    alter table public.notes enable row level security;
    create policy "public ones" on public.notes for select to anon using (is_public);
    grant select on public.notes to anon`);
  pool = openCallerPool(database.sql, { maxConnections: 2 });
  const [row] = await database.sql<{ oid: number }[]>`select 'public.notes'::regclass::int8::int4 as oid`;
  const facts = await createCatalogue(database.sql, 'none').table(row?.oid ?? 0);
  if (!facts) throw new Error('the table is not there');
  table = facts;
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

/** The ids that anon may see of a change, asked before the change is committed. */
async function queryBeforeCommit(id: number, statement: string): Promise<string[]> {
  let asked: Promise<string[]> = Promise.resolve([]);
  await database.sql.begin(async (within) => {
    await within.unsafe(statement);
    const [now] = await within<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
    const relation = {
      oid: table.oid,
      schema: 'public',
      table: 'notes',
      columns: [{ name: 'id', typeOid: 23, typeModifier: -1, isKey: true }],
    };
    const change: RowChange = { kind: 'INSERT', relation, new: [String(id)], isOldKeyOnly: false };
    const commit = { atMs: Date.now(), xid: Number(BigInt.asUintN(32, BigInt(now?.xid ?? 0))) };
    asked = readVisibleRows(pool, anon, { table, changes: [change], missing: [], commit }).then((rows) =>
      [...rows.keys()].map(({ new: row }) => row?.[0] ?? ''),
    );
    await sleep(100);
  });
  return asked;
}

test('a row is judged as its transaction left it, also where the stream is ahead of what others see', async () => {
  expect(await queryBeforeCommit(1, 'insert into public.notes values (1, true)')).toEqual(['1']);
  expect(await queryBeforeCommit(1, 'update public.notes set is_public = false where id = 1')).toEqual([]);
});

test.each([
  ['10:12:', 9, true],
  ['10:12:10', 10, false],
  ['10:12:10', 11, true],
  ['10:12:10', 12, false],
  // The number of the stream has lost its upper half.
  ['4294967306:4294967308:4294967306', 10, false],
  ['4294967306:4294967308:4294967306', 11, true],
  ['4294967297:4294967299:', 4_294_967_295, true],
  ['4294967294:4294967294:', 3, false],
])('in the snapshot %s the transaction %s is visible: %s', (snapshot, xid, isVisible) => {
  expect(isVisibleIn(snapshot, xid)).toBe(isVisible);
});
