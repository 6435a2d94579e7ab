import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { senderStatusOf } from '#contracts/sender-errors.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openSql } from './open-sql.ts';
import type { Sql } from './sql.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await openTestDatabase();
  sql = openSql(database.url, { max: 3 });
});
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await database?.drop();
});

describe('values', () => {
  it('are read by their type, and keep digits that a number would lose', async () => {
    const [row] =
      await sql`select 1::int2 as small, 2::int4 as int, 9007199254740993::int8 as big, 1.10::numeric as decimal,
      1.5::float8 as float, true as yes, null::int as nothing, '{"a":[1,"x"]}'::jsonb as json, '2026-02-03'::date as day,
      '2026-02-03 04:05:06.789+00'::timestamptz as moment, '\\x00ff'::bytea as bytes, 'x'::"char" as text`;
    expect(row).toEqual({
      small: 1,
      int: 2,
      big: '9007199254740993',
      decimal: '1.10',
      float: 1.5,
      yes: true,
      nothing: null,
      json: { a: [1, 'x'] },
      day: new Date('2026-02-03T00:00:00Z'),
      moment: new Date('2026-02-03T04:05:06.789Z'),
      bytes: Buffer.from([0, 255]),
      text: 'x',
    });
  });

  it('come back as they were sent', async () => {
    const moment = new Date('2026-11-17T09:00:00.123Z');
    const text = 'quotes \' " \\ {} , and ünïcode';
    const [row] =
      await sql`select ${text}::text as text, ${moment}::timestamptz as moment, ${Buffer.from([1, 0, 2])}::bytea as bytes,
      ${false}::bool as no, ${12n}::int8 as big, ${null}::text as nothing, ${sql.json({ text })} as json, ${{ deep: [1] }}::jsonb as object,
      ${[text, '', 'NULL']}::text[] as texts, ${[[1, 2], [3, 4]]}::int[] as table, ${[moment]}::timestamptz[] as moments,
      ${[]}::uuid[] as empty, ${[null, true]}::bool[] as mixed, array[null, 'null']::text[] as nulls`;
    expect(row).toEqual({
      text,
      moment,
      bytes: Buffer.from([1, 0, 2]),
      no: false,
      big: '12',
      nothing: null,
      json: { text },
      object: { deep: [1] },
      texts: [text, '', 'NULL'],
      table: [
        [1, 2],
        [3, 4],
      ],
      moments: [moment],
      empty: [],
      mixed: [null, true],
      nulls: [null, 'null'],
    });
  });

  it('of a type of this database are arrays too', async () => {
    await sql.unsafe("create type mood as enum ('calm', 'loud'); create table moods (list mood[])");
    const later = openSql(database.url, { max: 1 });
    await later`insert into moods values (${['loud', 'calm']})`;
    expect(await later`select list from moods`).toEqual([{ list: ['loud', 'calm'] }]);
    await later.end();
  });

  it.each([
    [
      'date',
      [
        '2026-13-45',
        '2026-02-30',
        '0000-00-00',
        'x',
        '',
        '-1',
        '2026-11-19T25:00',
        '99999999-01-01',
        new Date(Number.NaN),
      ],
    ],
    [
      'timestamptz',
      ['2026-13-45', '2026-02-30T10:00:00Z', 'x', '', '1e999', new Date(Number.NaN), new Date(8.64e15)],
    ],
    ['timestamp', ['2026-13-45', '24:61', 'NaN']],
    ['time', ['25:00', 'x', '12:99']],
    ['interval', ['1 lightyear', 'x', 'P1Q']],
    ['uuid', ['x', '', '00000000-0000-0000-0000-00000000000g', 'NULL']],
    ['int4', ['x', '', '2147483648', '1e3', '1.5', 'NaN', '0x', Number.NaN, Number.POSITIVE_INFINITY, 0.5]],
    ['int8', ['9223372036854775808', '--1']],
    ['numeric', ['x', '1,5']],
    ['float8', ['1e999', 'x']],
    ['bool', ['x', 'nope', '2']],
    ['inet', ['x', '300.1.1.1']],
    ['jsonb', [{ text: '\0' }, { text: '\ud800' }]],
    ['tstzrange', ['[2,1]', 'x']],
    ['int4[]', [['x'], [[1], [2, 3]], '{']],
    ['date[]', [['2026-13-45']]],
    ['text', ['a\0b', '\0']],
    ['text[]', [['a\0b']]],
  ])('that are no %s are rejected by PostgreSQL as the sender’s mistake', async (type, values) => {
    for (const value of values) {
      const failed = await sql`select ${value as string}::${sql.unsafe(type)}`.catch(
        (error: unknown) => error,
      );
      expect(senderStatusOf(failed), `${type} ${String(value)}: ${String(failed)}`).toBe(400);
    }
  });

  it('of a date are read as PostgreSQL reads them, not as a browser does', async () => {
    const [row] =
      await sql`select ${'2026-03-01'}::date as day, ${'2026-03-01 10:00+02'}::timestamptz as moment,
      ${'infinity'}::timestamptz = 'infinity' as forever, ${'yes'}::bool as yes, ${'f'}::bool as no`;
    expect(row).toEqual({
      day: new Date('2026-03-01T00:00:00Z'),
      moment: new Date('2026-03-01T08:00:00Z'),
      forever: true,
      yes: true,
      no: false,
    });
  });

  it('must not be undefined', async () => {
    const nothing = JSON.parse('{}').value;
    await expect(sql`select ${nothing}::text`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
  });
});

describe('statements', () => {
  it('are made of parts: names, lists, rows, assignments, fragments', async () => {
    await sql`create table parts (id int primary key, "odd ""name" text, made timestamptz)`;
    await sql`insert into ${sql('public.parts')} ${sql([
      { id: 1, 'odd "name': 'one', made: null },
      { id: 2, 'odd "name': 'two', made: null },
    ])}`;
    await sql`update parts set ${sql({ 'odd "name': 'zwei', made: sql`now()` })} where id in ${sql([2, 3])}`;
    const where = sql`where made is not null and id = ${2}`;
    expect(await sql`select id, ${sql('odd "name')} as name from parts ${where}`).toEqual([
      { id: 2, name: 'zwei' },
    ]);
    expect(await sql`select id from parts where id in ${sql([])}`).toEqual([]);
  });

  it('do not run until they are awaited, and run once', async () => {
    await sql`create table runs (id serial)`;
    const query = sql`insert into runs default values`;
    expect(await sql`select from runs`).toHaveLength(0);
    await Promise.all([query, query.then(() => undefined)]);
    expect(await sql`select from runs`).toHaveLength(1);
  });

  it('say what they did', async () => {
    const rows = await sql`select n from generate_series(1, 3) n`;
    expect([rows.count, rows.command, rows.columns.map(({ name, type }) => [name, type])]).toEqual([
      3,
      'SELECT',
      [['n', 23]],
    ]);
    const made = await sql.unsafe(
      'create table counted (id int); insert into counted select generate_series(1, 5)',
    );
    expect([made.command, made.count]).toEqual(['INSERT', 5]);
    expect(await sql.unsafe('select 1 as a; select 2 as b')).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  it('stop after as many rows as wanted, as the bytes that came', async () => {
    const found = await sql
      .unsafe('select n from generate_series(1, 1000) n', [], { simple: false, maxRows: 3 })
      .raw();
    expect(found.map(([cell]) => cell?.toString())).toEqual(['1', '2', '3']);
    expect(found.columns.map(({ name }) => name)).toEqual(['n']);
  });

  it('fail with what PostgreSQL reports and where the statement was written', async () => {
    await sql`create table strict (id int constraint only_small check (id < 10))`;
    const error = await sql`insert into strict values (${11})`.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: '23514', constraint_name: 'only_small', table_name: 'strict' });
    expect((error as Error).stack).toContain('open-sql.test.ts');
    await expect(sql`select ${'x'}::int`).rejects.toMatchObject({ code: '22P02' });
    await expect(sql`select from nowhere where id = ${1}`).rejects.toMatchObject({ code: '42P01' });
    expect(await sql`select ${1}::int as one`).toEqual([{ one: 1 }]);
  });

  it('go on after a value that cannot be written or read', async () => {
    const one = openSql(database.url, { max: 1 });
    await expect(one`select ${'not a date'}::timestamptz`).rejects.toMatchObject({ code: '22007' });
    await expect(one.unsafe('select \0')).rejects.toThrow('zero byte');
    expect(await one`select ${2}::int as two`).toEqual([{ two: 2 }]);
    await one.end();
  });

  it('are prepared anew when a table has changed, outside and inside of transactions', async () => {
    const one = openSql(database.url, { max: 1 });
    await one`create table changing (a int)`;
    await one`insert into changing values (${1})`;
    const read = () => one`select * from changing where a = ${1}`;
    await read();
    await one`alter table changing add b text default 'new'`;
    expect(await read()).toEqual([{ a: 1, b: 'new' }]);
    await one`alter table changing add c int`;
    const inside = one.begin((within) => within`select * from changing where a = ${1}`);
    await expect(inside).rejects.toMatchObject({ routine: 'RevalidateCachedQuery' });
    expect(await one.begin((within) => within`select * from changing where a = ${1}`)).toEqual([
      { a: 1, b: 'new', c: null },
    ]);
    await one.end();
  });

  it('can be cancelled, while they run and while they wait', async () => {
    const one = openSql(database.url, { max: 1 });
    const running = one`select pg_sleep(60)`;
    const waiting = one`select 1`;
    const ended = Promise.allSettled([running, waiting]);
    waiting.cancel();
    await expect
      .poll(
        () => sql`select from pg_stat_activity where query like 'select pg_sleep(60)%' and state = 'active'`,
      )
      .toHaveLength(1);
    running.cancel();
    expect((await ended).map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      '57014',
      '57014',
    ]);
    expect(await one`select 1 as one`).toEqual([{ one: 1 }]);
    await one.end();
  });
});

describe('transactions', () => {
  beforeAll(async () => {
    await sql`create table kept (name text)`;
  });
  const names = async () => (await sql`select name from kept order by name`).map(({ name }) => name);

  it('are committed as a whole, with savepoints of their own', async () => {
    const answer = await sql.begin(async (within) => {
      await within`insert into kept values ('outer')`;
      await within.savepoint((inner) => inner`insert into kept values ('inner')`);
      await within
        .savepoint(async (inner) => {
          await inner`insert into kept values ('undone')`;
          await inner`select 1 / 0`;
        })
        .catch(() => undefined);
      return 'done';
    });
    expect([answer, await names()]).toEqual(['done', ['inner', 'outer']]);
  });

  it('are undone when the work throws, or a statement failed whose error was caught or never awaited', async () => {
    await expect(
      sql.begin(async (within) => {
        await within`insert into kept values ('thrown')`;
        throw new Error('not this time');
      }),
    ).rejects.toThrow('not this time');
    await expect(
      sql.begin(async (within) => {
        await within`insert into kept values ('caught')`;
        await within`select 1 / 0`.catch(() => undefined);
      }),
    ).rejects.toMatchObject({ code: '22012' });
    await expect(
      sql.begin(async (within) => {
        await within`insert into kept values ('unawaited')`;
        void within`select 1 / 0`.execute();
      }),
    ).rejects.toMatchObject({ code: 'TRANSACTION_ROLLED_BACK' });
    expect(await names()).toEqual(['inner', 'outer']);
  });

  it('take a mode, and nothing after their end', async () => {
    await expect(sql.begin('read only', (within) => within`delete from kept`)).rejects.toMatchObject({
      code: '25006',
    });
    const late = await sql.begin(async (within) => ({ within }));
    await expect(late.within`delete from kept`).rejects.toMatchObject({ code: 'TRANSACTION_ENDED' });
  });
});

describe('COPY', () => {
  beforeAll(async () => {
    await sql`create table copied (id int, text text)`;
    await sql`insert into copied select n, repeat('x', 1000) from generate_series(1, 20000) n`;
  });

  it('goes out and in again as streams', async () => {
    await sql`create table copy_of (like copied)`;
    await sql.begin(async (within) => {
      const chunks: Buffer[] = [];
      for await (const chunk of await within.unsafe('copy copied to stdout').readable()) chunks.push(chunk);
      await pipeline(Readable.from(chunks), await within.unsafe('copy copy_of from stdin').writable());
    });
    expect(await sql`select count(*)::int as n, sum(id)::int as sum from copy_of`).toEqual([
      { n: 20_000, sum: 200_010_000 },
    ]);
  });

  it('leaves its connection usable when nobody reads to the end', async () => {
    const one = openSql(database.url, { max: 1 });
    for await (const chunk of await one.unsafe('copy copied to stdout').readable()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await one`select 1 as one`).toEqual([{ one: 1 }]);
    const unread = one.begin(async (within) => {
      await within.unsafe('copy copied to stdout').readable();
      throw new Error('nobody reads');
    });
    await expect(unread).rejects.toThrow('nobody reads');
    expect(await one`select 2 as two`).toEqual([{ two: 2 }]);
    await one.end();
  });

  it('fails where the rows are wrong, where it is given up, and where it is none', async () => {
    const one = openSql(database.url, { max: 1 });
    const wrong = await one.unsafe('copy copied from stdin').writable();
    await expect(pipeline(Readable.from(['x\ty\n']), wrong)).rejects.toMatchObject({ code: '22P02' });
    const given = await one.unsafe('copy copied from stdin').writable();
    given.destroy();
    await expect(one.unsafe('select 1').readable()).rejects.toMatchObject({ code: 'COPY_EXPECTED' });
    await expect(one.unsafe('copy copied to stdout')).rejects.toMatchObject({ code: 'COPY_NOT_EXPECTED' });
    await expect(one.unsafe('copy copied from stdin')).rejects.toMatchObject({ code: 'COPY_NOT_EXPECTED' });
    expect(await one`select count(*)::int as n from copied`).toEqual([{ n: 20_000 }]);
    await one.end();
  });
});
