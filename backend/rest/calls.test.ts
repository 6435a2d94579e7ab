// Functions under /rpc: how arguments are given, which overload is meant, what each kind of result looks like.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`${studioTables}
    create type point2 as (x int, y int);
    create function add(a int, b int default 5) returns int language sql immutable as $$ select a + b $$;
    create function nums(n int) returns setof int language sql stable as $$ select generate_series(1, n) $$;
    create function pairs_of(n int) returns table(k int, label text) language sql stable as $$ select i, 'v' || i from generate_series(1, n) i $$;
    create function single_column() returns table(only_one int) language sql stable as $$ select 1 $$;
    create function with_out(a int, out doubled int, out text text) language sql stable as $$ select a * 2, 'x' $$;
    create function nothing() returns void language sql as $$ select $$;
    create function all_classes() returns setof classes language sql stable as $$ select * from classes order by id $$;
    create function one_class(which int) returns classes language sql stable as $$ select * from classes where id = which $$;
    create function whole(json) returns json language sql immutable as $$ select $1 $$;
    create function shout(text) returns text language sql immutable as $$ select upper($1) $$;
    create function size(bytea) returns int language sql immutable as $$ select length($1) $$;
    create function total(variadic v int[]) returns int language sql immutable as $$ select sum(x)::int from unnest(v) x $$;
    create function rec() returns record language sql immutable as $$ select 1 as one, 'a'::text as two $$;
    create function bytes() returns bytea language sql immutable as $$ select '\\x00ff'::bytea $$;
    create function flip(p point2) returns point2 language sql immutable as $$ select (p).y, (p).x $$;
    create function join_all(list text[]) returns text language sql immutable as $$ select array_to_string(list, '+') $$;
    create function over(a int) returns text language sql as $$ select 'int' $$;
    create function over(a text) returns text language sql as $$ select 'text' $$;
    create function over(b bigint) returns text language sql as $$ select 'b' $$;
    create function over() returns text language sql as $$ select 'none' $$;
    create function unnamed_int(int) returns int language sql as $$ select 1 $$;
    create function rename_all(prefix text) returns setof rooms language sql as $$ update rooms set name = prefix || id returning * $$;
    create function teapot() returns json language plpgsql as $$
      begin
        perform set_config('response.status', '418', true);
        perform set_config('response.headers', '[{"X-Kind": "teapot"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]', true);
        return '{"short": true}';
      end $$;
    create function bad_status() returns int language plpgsql as $$ begin perform set_config('response.status', 'no', true); return 1; end $$;
    create function bad_headers() returns int language plpgsql as $$ begin perform set_config('response.headers', '{"a": 1}', true); return 1; end $$;
    create function raises(code text) returns void language plpgsql as $$ begin raise using errcode = code, message = 'said so', detail = 'because', hint = 'try'; end $$;
    create function raises_answer() returns void language plpgsql as $$
      begin raise sqlstate 'PGRST' using
        message = '{"code": "123", "message": "Payment", "details": "D", "hint": "H"}',
        detail = '{"status": 402, "headers": {"X-Price": "9"}}'; end $$;
    create function raises_nonsense() returns void language plpgsql as $$ begin raise sqlstate 'PGRST' using message = 'x'; end $$;
    create function same(value jsonb) returns jsonb language sql immutable as $$ select value $$;
    create function slow() returns void language sql set statement_timeout = '50ms' as $$ select pg_sleep(5) $$;
  `);
});
afterAll(() => host.close());

const object = { accept: 'application/vnd.pgrst.object+json' };

describe('arguments', () => {
  runScenarios(
    () => host,
    [
      { shows: 'by name in a JSON object', line: 'POST /rpc/add', body: { a: 1, b: 2 }, json: 3 },
      { shows: 'defaults may be left out', line: 'POST /rpc/add', body: { a: 1 }, json: 6 },
      { shows: 'in the query of a GET', line: 'GET /rpc/add?a=1&b=2', json: 3 },
      {
        shows: 'JSON that is nested too deep in the query of a GET is the fault of the caller',
        line: `GET /rpc/same?value=${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        status: 400,
        json: expect.objectContaining({ code: '54001' }),
      },
      {
        shows: 'JSON that is nested too deep in a body is the fault of the caller',
        line: 'POST /rpc/same',
        body: { value: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) },
        status: 400,
        json: expect.objectContaining({ code: 'PGRST102' }),
      },
      {
        shows: 'as form fields',
        line: 'POST /rpc/add',
        body: 'a=1&b=2',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        json: 3,
      },
      {
        shows: 'the whole body into an unnamed json',
        line: 'POST /rpc/whole',
        body: [1, { a: null }],
        json: [1, { a: null }],
      },
      {
        shows: 'the whole body into an unnamed text',
        line: 'POST /rpc/shout',
        body: 'hello',
        headers: { 'content-type': 'text/plain' },
        json: 'HELLO',
      },
      {
        shows: 'the whole body into an unnamed bytea',
        line: 'POST /rpc/size',
        body: 'abc',
        headers: { 'content-type': 'application/octet-stream' },
        json: 3,
      },
      {
        shows: 'an unnamed one by the empty key',
        line: 'POST /rpc/shout',
        body: { '': 'hello' },
        json: 'HELLO',
      },
      {
        shows: 'a JSON list for an array',
        line: 'POST /rpc/join_all',
        body: { list: ['a', 'b'] },
        json: 'a+b',
      },
      { shows: 'an array literal in a GET', line: 'GET /rpc/join_all?list={a,b}', json: 'a+b' },
      {
        shows: 'a JSON object for a composite',
        line: 'POST /rpc/flip',
        body: { p: { x: 1, y: 2 } },
        json: { x: 2, y: 1 },
      },
      { shows: 'a row of a table', line: 'POST /rpc/loud', body: { c: { title: 'hi' } }, json: 'HI' },
      { shows: 'variadic as a list', line: 'POST /rpc/total', body: { v: [1, 2, 3] }, json: 6 },
      { shows: 'variadic repeated in a GET', line: 'GET /rpc/total?v=1&v=2', json: 3 },
      { shows: 'variadic as a literal in a GET', line: 'GET /rpc/total?v={4,5}', json: 9 },
      { shows: 'no body means no arguments', line: 'POST /rpc/over', json: 'none' },
      { shows: 'overloads by the names given', line: 'POST /rpc/over', body: { b: 1 }, json: 'b' },
    ],
  );
});

describe('results', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a set of values is a list',
        line: 'GET /rpc/nums?n=3',
        json: [1, 2, 3],
        sends: { 'content-range': '0-2/*' },
      },
      {
        shows: 'a table result',
        line: 'POST /rpc/pairs_of',
        body: { n: 2 },
        json: [
          { k: 1, label: 'v1' },
          { k: 2, label: 'v2' },
        ],
      },
      {
        shows: 'a table result of one column has its name',
        line: 'GET /rpc/single_column',
        json: [{ only_one: 1 }],
      },
      {
        shows: 'out parameters make an object',
        line: 'POST /rpc/with_out',
        body: { a: 2 },
        json: { doubled: 4, text: 'x' },
      },
      { shows: 'void has no content', line: 'POST /rpc/nothing', body: {}, status: 204, text: '' },
      {
        shows: 'a row is an object',
        line: 'POST /rpc/one_class?select=title',
        body: { which: 1 },
        json: { title: 'Paint' },
      },
      { shows: 'a record is an object', line: 'GET /rpc/rec', json: { one: 1, two: 'a' } },
      {
        shows: 'rows can be filtered, ordered, paged and counted',
        line: 'GET /rpc/all_classes?select=title&price=gt.5&order=title.desc&limit=2',
        headers: { prefer: 'count=exact' },
        status: 206,
        json: [{ title: 'Paint' }, { title: 'Dance' }],
        sends: { 'content-range': '0-1/3' },
      },
      {
        shows: 'columns of a table result can be filtered without being shown',
        line: 'POST /rpc/pairs_of?select=label&k=gt.1',
        body: { n: 3 },
        json: [{ label: 'v2' }, { label: 'v3' }],
      },
      {
        shows: 'rows of a table embed like the table',
        line: 'GET /rpc/all_classes?select=title,rooms(name),loud,guests(name)&id=eq.1',
        json: [
          {
            title: 'Paint',
            rooms: { name: 'North' },
            loud: 'PAINT',
            guests: [{ name: 'Bo' }, { name: 'Cy' }],
          },
        ],
      },
      {
        shows: 'values can be paged',
        line: 'GET /rpc/nums?n=9&limit=2&offset=3',
        json: [4, 5],
        sends: { 'content-range': '3-4/*' },
      },
      {
        shows: 'values can be counted',
        line: 'GET /rpc/nums?n=9&limit=2',
        headers: { prefer: 'count=exact' },
        status: 206,
        sends: { 'content-range': '0-1/9' },
      },
      {
        shows: 'one value has a total of one',
        line: 'GET /rpc/add?a=1',
        headers: { prefer: 'count=exact' },
        json: 6,
        sends: { 'content-range': '0-0/1', 'preference-applied': 'count=exact' },
      },
      {
        shows: 'one value without a count has none',
        line: 'GET /rpc/add?a=1',
        json: 6,
        sends: { 'content-range': '0-0/*' },
      },
      {
        shows: 'the result of a function is not planned',
        line: 'GET /rpc/nums?n=9&limit=2',
        headers: { prefer: 'count=planned' },
        json: [1, 2],
        sends: { 'content-range': '0-1/*' },
      },
      {
        shows: 'HEAD with a count',
        line: 'HEAD /rpc/all_classes',
        headers: { prefer: 'count=exact' },
        text: '',
        sends: { 'content-range': '0-3/4' },
      },
      {
        shows: 'one object out of a set',
        line: 'GET /rpc/all_classes?select=id&id=eq.1',
        headers: object,
        json: { id: 1 },
      },
      {
        shows: 'not one object out of many',
        line: 'GET /rpc/all_classes?select=id',
        headers: object,
        status: 406,
        json: {
          code: 'PGRST116',
          details: 'The result contains 4 rows',
          hint: null,
          message: 'Cannot coerce the result to a single JSON object',
        },
      },
      {
        shows: 'a value as plain text',
        line: 'GET /rpc/add?a=1',
        headers: { accept: 'text/plain' },
        text: '6',
        sends: { 'content-type': 'text/plain; charset=utf-8' },
      },
      {
        shows: 'rows as CSV',
        line: 'GET /rpc/pairs_of?n=2',
        headers: { accept: 'text/csv' },
        text: 'k,label\n1,v1\n2,v2',
      },
    ],
  );

  test('bytes as they are', async () => {
    const response = await host.backend.fetch(
      new Request('http://localhost/rest/v1/rpc/bytes', { headers: { accept: 'application/octet-stream' } }),
    );
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
  });
});
