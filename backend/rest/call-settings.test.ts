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

describe('what the function decides', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'status and headers of the answer',
        line: 'POST /rpc/teapot',
        body: {},
        status: 418,
        json: { short: true },
        sends: { 'x-kind': 'teapot', 'set-cookie': 'a=1, b=2' },
      },
      {
        shows: 'a bad status',
        line: 'POST /rpc/bad_status',
        body: {},
        status: 500,
        json: {
          code: 'PGRST112',
          details: null,
          hint: null,
          message: 'response.status guc must be a valid status code',
        },
      },
      {
        shows: 'bad headers',
        line: 'POST /rpc/bad_headers',
        body: {},
        status: 500,
        json: {
          code: 'PGRST111',
          details: null,
          hint: null,
          message:
            'response.headers guc must be a JSON array composed of objects with a single key and a string value',
        },
      },
      {
        shows: 'a raised error',
        line: 'POST /rpc/raises',
        body: { code: 'P0001' },
        status: 400,
        json: { code: 'P0001', details: 'because', hint: 'try', message: 'said so' },
      },
      {
        shows: 'a status by its code',
        line: 'POST /rpc/raises',
        body: { code: 'PT402' },
        status: 402,
        json: { code: 'PT402', details: 'because', hint: 'try', message: 'said so' },
      },
      {
        shows: 'a whole answer',
        line: 'POST /rpc/raises_answer',
        body: {},
        status: 402,
        json: { code: '123', details: 'D', hint: 'H', message: 'Payment' },
        sends: { 'x-price': '9' },
      },
      { shows: 'an answer that cannot be read', line: 'POST /rpc/raises_nonsense', body: {}, status: 500 },
      {
        shows: 'its own time limit',
        line: 'POST /rpc/slow',
        body: {},
        status: 422,
        json: {
          code: '57014',
          details: null,
          hint: 'Request fewer rows, embed fewer relations, or filter by a column with an index.',
          message: 'canceling statement due to statement timeout',
        },
      },
      {
        shows: 'a GET must not write',
        line: 'GET /rpc/rename_all?prefix=x',
        status: 405,
        json: {
          code: '25006',
          details: null,
          hint: null,
          message: 'cannot execute UPDATE in a read-only transaction',
        },
      },
    ],
  );

  test('max-affected undoes the call', async () => {
    const answer = await host.ask('POST /rpc/rename_all', {
      body: { prefix: 'x' },
      headers: { prefer: 'handling=strict,max-affected=2' },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'PGRST124', details: 'The query affects 3 rows' });
    expect((await host.ask('GET /rooms?name=like.x*')).json).toEqual([]);
  });

  runScenarios(
    () => host,
    [
      {
        shows: 'max-affected needs a set',
        line: 'POST /rpc/add',
        body: { a: 1 },
        headers: { prefer: 'handling=strict,max-affected=2' },
        status: 400,
        json: {
          code: 'PGRST128',
          details: null,
          hint: null,
          message:
            'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
        },
      },
      {
        shows: 'tx=rollback undoes a call',
        line: 'POST /rpc/rename_all?select=name',
        body: { prefix: 'y' },
        headers: { prefer: 'tx=rollback' },
        json: [{ name: 'y1' }, { name: 'y2' }, { name: 'y3' }],
      },
      { shows: 'nothing was saved', line: 'GET /rooms?name=like.y*', json: [] },
    ],
  );
});

describe('what is not found', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'no such function, with a hint',
        line: 'POST /rpc/all_clases',
        body: {},
        status: 404,
        json: {
          code: 'PGRST202',
          details:
            'Searched for the function public.all_clases without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: 'Perhaps you meant to call the function public.all_classes',
          message: 'Could not find the function public.all_clases without parameters in the schema cache',
        },
      },
      {
        shows: 'other arguments, with a hint',
        line: 'POST /rpc/add',
        body: { a: 1, c: 2 },
        status: 404,
        json: {
          code: 'PGRST202',
          details:
            'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: 'Perhaps you meant to call the function public.add(a, b)',
          message: 'Could not find the function public.add(a, c) in the schema cache',
        },
      },
      {
        shows: 'a GET does not look for a body',
        line: 'GET /rpc/none?x=1',
        status: 404,
        json: {
          code: 'PGRST202',
          details:
            'Searched for the function public.none with parameter x, but no matches were found in the schema cache.',
          hint: null,
          message: 'Could not find the function public.none(x) in the schema cache',
        },
      },
      {
        shows: 'an unnamed number cannot be given',
        line: 'POST /rpc/unnamed_int',
        body: { '': 1 },
        status: 404,
      },
      {
        shows: 'two overloads that both fit',
        line: 'POST /rpc/over',
        body: { a: 1 },
        status: 300,
        json: {
          code: 'PGRST203',
          details: null,
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
          message:
            'Could not choose the best candidate function between: public.over(a => integer), public.over(a => text)',
        },
      },
      {
        shows: 'PATCH on a function',
        line: 'PATCH /rpc/add',
        body: { a: 1 },
        status: 405,
        json: { code: 'PGRST101', details: null, hint: null, message: 'Cannot use the PATCH method on RPC' },
      },
    ],
  );
});
