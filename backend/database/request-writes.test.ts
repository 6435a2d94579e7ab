// Writes of a request through both drivers, while the network to a real PostgreSQL fails at each stage.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openSql } from './driver/open-sql.ts';
import type { Sql } from './driver/sql.ts';
import {
  createRequestWrites,
  outsideRequest,
  type RequestWrites,
  withRequestWrites,
} from './request-writes.ts';
import { type CallerPool, openCallerPool } from './run-as-caller.ts';
import { type HeldProxy, openHeldProxy } from './testing/held-proxy.ts';

let database: TestDatabase;
let proxy: HeldProxy;
let sql: Sql;
let pool: CallerPool;
let writes: RequestWrites;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql`create table notes (id text primary key)`;
  // The caller pool gives up a superuser's rights.
  await database.sql`grant all on notes to public`;
  // The server ends the connection in the middle of a COMMIT.
  await database.sql.unsafe(`
    create function end_connection() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger cut after insert on notes deferrable initially deferred
      for each row when (new.id = 'cut') execute function end_connection()`);
  proxy = await openHeldProxy(database.url);
  sql = openSql(proxy.url, { max: 2 });
  pool = openCallerPool(sql, { maxConnections: 2 });
});
afterEach(async () => {
  proxy.release();
  await database.sql`truncate notes`;
});
afterAll(async () => {
  await pool?.close();
  await sql?.end({ timeout: 0 });
  await proxy?.close();
  await database?.drop();
});

const notes = async () =>
  (await database.sql<{ id: string }[]>`select id from notes order by id`).map(({ id }) => id);
const asCaller = (text: string, inspect?: () => 'commit' | 'rollback') =>
  pool.run({
    caller: { role: 'none', claims: {} },
    settings: {},
    isReadOnly: false,
    statements: [{ text, values: [] }],
    inspect,
  });

/** Each way to write, as one note. */
const ways: [name: string, write: (id: string) => Promise<unknown>][] = [
  ['a statement', (id) => sql`insert into notes values (${id})`.then(() => undefined)],
  ['a transaction', (id) => sql.begin((within) => within`insert into notes values (${id})`)],
  ['a write as the caller', (id) => asCaller(`insert into notes values ('${id}')`)],
  [
    'an inspected write as the caller',
    (id) => asCaller(`insert into notes values ('${id}')`, () => 'commit'),
  ],
];

function inRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  writes = createRequestWrites();
  return withRequestWrites(writes, work);
}

describe.each(ways)('%s', (_name, write) => {
  it('is committed for a request that waits for it', async () => {
    await inRequest(() => write('done'));
    expect(await notes()).toEqual(['done']);
    expect([writes.mayHaveCommitted, writes.isUncertain]).toEqual([true, false]);
  });

  it('is not begun once the request has ended', async () => {
    const begun = inRequest(async () => {
      await writes.end();
      return write('late');
    });
    await expect(begun).rejects.toMatchObject({ code: 'REQUEST_ENDED' });
    expect(await notes()).toEqual([]);
    expect(writes.mayHaveCommitted).toBe(false);
  });

  it('goes on where it was taken out of the request', async () => {
    await inRequest(async () => {
      await writes.end();
      await outsideRequest(() => write('outside'));
    });
    expect(await notes()).toEqual(['outside']);
  });

  it('is not done after its request was given up while the database stood still', async () => {
    await write('warm');
    proxy.hold();
    const failed = inRequest(() => write('frozen')).catch((error: unknown) => error);
    await proxy.hasHeld();
    await writes.end();
    proxy.release();
    expect(await failed).toBeInstanceOf(Error);
    // What the server still has to read has been read when this is answered.
    await expect
      .poll(
        () => database.sql`
      select from pg_stat_activity where state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()`,
      )
      .toEqual([]);
    expect(await notes()).toEqual(['warm']);
  });

  it('has an unknown outcome when the answer to its COMMIT is lost', async () => {
    // A statement is named by its text only once on each connection.
    await pool.close();
    pool = openCallerPool(sql, { maxConnections: 2 });
    proxy.loseAnswerTo('commit');
    await expect(inRequest(() => write('unknown'))).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect([writes.mayHaveCommitted, writes.isUncertain]).toEqual([true, true]);
    expect(await notes()).toEqual(['unknown']);
  });

  it('has an unknown outcome when the server ends the connection during its COMMIT', async () => {
    await expect(inRequest(() => write('cut'))).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(writes.isUncertain).toBe(true);
  });

  it('is undone by an error of its own, which leaves the connection usable', async () => {
    await write('taken');
    await expect(inRequest(() => write('taken'))).rejects.toMatchObject({ code: '23505' });
    expect(writes.mayHaveCommitted).toBe(false);
    await inRequest(() => write('next'));
    expect(await notes()).toEqual(['next', 'taken']);
  });
});

it('commits a write that takes long for good reason, and only while the request waits', async () => {
  const slow = (id: string) =>
    asCaller(`with slept as (select pg_sleep(1.2)) insert into notes select '${id}' from slept returning id`);
  const [rows] = await inRequest(() => slow('slow'));
  expect(rows?.map(([id]) => String(Buffer.from(id ?? [])))).toEqual(['slow']);
  const given = inRequest(() => slow('given up')).catch((error: unknown) => error);
  await writes.end();
  expect(await given).toBeInstanceOf(Error);
  expect(await notes()).toEqual(['slow']);
});

it('is not done late on a connection that was opened while the database stood still', async () => {
  await pool.close();
  pool = openCallerPool(sql, { maxConnections: 2 });
  proxy.hold('clock_timestamp');
  const opening = asCaller('select');
  await proxy.hasHeld();
  await sleep(3000);
  proxy.release();
  await opening;
  proxy.hold();
  const failed = inRequest(() => asCaller("insert into notes values ('late')")).catch(
    (error: unknown) => error,
  );
  await proxy.hasHeld();
  await writes.end();
  proxy.release();
  expect(await failed).toBeInstanceOf(Error);
  expect(await notes()).toEqual([]);
});

it('reads go on after the request, and count for nothing', async () => {
  const rows = await inRequest(async () => {
    await writes.end();
    return sql`select count(*)::int as n from notes`;
  });
  expect(rows).toEqual([{ n: 0 }]);
  expect(writes.mayHaveCommitted).toBe(false);
});

it('an answer made of all work lets what it started go on', async () => {
  await inRequest(async () => {
    writes.answered();
    await writes.end();
    await sql`insert into notes values ('after')`;
  });
  expect(await notes()).toEqual(['after']);
});
