// A statement that is asked again is planned once: PostgreSQL keeps the plan of a prepared statement only where it
// expects it to be as good as one made for the values at hand.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, type RestHost, startRestHost } from '../testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(
    `create table authors (id int primary key, name text);
     insert into authors select i, 'Author ' || i from generate_series(1, 100) i;
     create table items (id int primary key, title text, author_id int references authors);
     insert into items select i, 'Item ' || i, 1 + i % 100 from generate_series(1, 10000) i;
     create table notes (id int generated always as identity, text text);
     create function add(a int, b int) returns int language sql as 'select a + b';
     create function plans() returns table (statement text, kept int8, anew int8) language sql as
       'select statement, generic_plans, custom_plans from pg_prepared_statements';
     analyze;`,
    // One connection, so that each request finds the statements of the one before.
    { maxConnections: 1 },
  );
});
afterAll(() => host.close());

const repeated: [what: string, line: string, part: string, asked?: Asked][] = [
  ['a page', 'GET /items?limit=20', 'LIMIT 20'],
  ['the whole table', 'GET /items?select=title', 'SELECT "items"."title"'],
  ['a page with embeds', 'GET /items?select=id,authors(name)&limit=21', 'LIMIT 21'],
  ['a page of embeds', 'GET /authors?select=id,items(id)&limit=3&items.limit=2', 'LIMIT 3'],
  ['a page and the total', 'GET /items?limit=22', 'LIMIT 22', { headers: { prefer: 'count=exact' } }],
  ['a row by its key', 'GET /items?id=eq.7', 'WHERE "items"."id"'],
  ['an insert', 'POST /notes', 'INSERT INTO', { body: { text: 'hello' } }],
  ['a call', 'POST /rpc/add', '"add"', { body: { a: 1, b: 2 } }],
];

test.each(repeated)('%s', async (_what, line, part, asked) => {
  for (let time = 0; time < 12; time += 1) expect((await host.ask(line, asked)).status).toBeLessThan(300);
  const answer = await host.ask('POST /rpc/plans');
  const plans = answer.json as { statement: string; kept: number; anew: number }[];
  const own = plans.filter(({ statement }) => statement.includes(part));
  expect(own).toHaveLength(1);
  // PostgreSQL plans for the values at hand five times before it compares.
  expect(own[0]?.anew).toBeLessThanOrEqual(5);
  expect(own[0]?.kept).toBeGreaterThanOrEqual(7);
});
