// The form of answers: counts and ranges, media types, schemas by profile, methods, paths.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(
    `${studioTables}
    create table many (id int primary key);
    insert into many select generate_series(1, 50);
    analyze many;
    create function numbers() returns setof int language sql stable as $$ select generate_series(1, 50) $$;
    create function all_many() returns setof many language sql stable as $$ select * from many $$;
    create schema back;
    create table back.secrets (id int primary key, public_id int);
    insert into back.secrets values (1, 7);
    create function back.hello() returns text language sql stable as $$ select 'from back' $$;
    grant usage on schema back to service_role;
    grant all on all tables in schema back to service_role;
    create schema hidden;
    create table hidden.things (id int);
    `,
    { schemas: ['public', 'back'], maxRows: 20 },
  );
});
afterAll(() => host.close());

const count = (kind: string) => ({ prefer: `count=${kind}` });

describe('counts and ranges', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'without a count the total is unknown',
        line: 'GET /rooms?select=id',
        sends: { 'content-range': '0-2/*', 'content-type': 'application/json; charset=utf-8' },
      },
      { shows: 'nothing found', line: 'GET /rooms?id=eq.99', json: [], sends: { 'content-range': '*/*' } },
      {
        shows: 'nothing found, counted',
        line: 'GET /rooms?id=eq.99',
        headers: count('exact'),
        json: [],
        sends: { 'content-range': '*/0' },
      },
      {
        shows: 'the maximum number of rows of an answer',
        line: 'GET /many',
        headers: count('exact'),
        status: 206,
        sends: { 'content-range': '0-19/50' },
      },
      ...['/rpc/numbers', '/rpc/all_many', '/rpc/numbers?limit=40'].map((path) => ({
        shows: `the maximum number of rows of a function: ${path}`,
        line: `GET ${path}`,
        sends: { 'content-range': '0-19/*' },
      })),
      {
        shows: 'a larger limit does not help',
        line: 'GET /many?limit=40',
        sends: { 'content-range': '0-19/*' },
      },
      {
        shows: 'exact over a page',
        line: 'GET /many?limit=5&offset=10',
        headers: count('exact'),
        status: 206,
        sends: { 'content-range': '10-14/50', 'preference-applied': 'count=exact' },
      },
      {
        shows: 'exact on the last page',
        line: 'GET /many?limit=10&offset=45',
        headers: count('exact'),
        status: 206,
        sends: { 'content-range': '45-49/50' },
      },
      {
        shows: 'exact when all rows fit',
        line: 'GET /rooms',
        headers: count('exact'),
        sends: { 'content-range': '0-2/3' },
      },
      {
        shows: 'planned takes the planner’s word',
        line: 'GET /many?limit=5',
        headers: count('planned'),
        status: 206,
        sends: { 'content-range': '0-4/50' },
      },
      {
        shows: 'estimated is exact below the limit',
        line: 'GET /rooms',
        headers: count('estimated'),
        status: 200,
        sends: { 'content-range': '0-2/3' },
      },
      {
        shows: 'estimated is planned above it',
        line: 'GET /many',
        headers: count('estimated'),
        status: 206,
        sends: { 'content-range': '0-19/50' },
      },
      {
        shows: 'the Range header',
        line: 'GET /many?order=id',
        headers: { range: '5-6', 'range-unit': 'items' },
        json: [{ id: 6 }, { id: 7 }],
        sends: { 'content-range': '5-6/*' },
      },
      {
        shows: 'an open range',
        line: 'GET /many?order=id',
        headers: { range: '48-' },
        json: [{ id: 49 }, { id: 50 }],
      },
      {
        shows: 'a range that ends before it begins',
        line: 'GET /many',
        headers: { range: '5-4' },
        status: 416,
        json: {
          code: 'PGRST103',
          details:
            'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
          hint: null,
          message: 'Requested range not satisfiable',
        },
      },
      {
        shows: 'an offset behind the end, when it is known',
        line: 'GET /many?offset=60',
        headers: count('exact'),
        status: 416,
        json: {
          code: 'PGRST103',
          details: 'An offset of 60 was requested, but there are only 50 rows.',
          hint: null,
          message: 'Requested range not satisfiable',
        },
      },
      { shows: 'an offset behind the end, when it is not', line: 'GET /many?offset=60', json: [] },
      { shows: 'limit zero', line: 'GET /many?limit=0', json: [], sends: { 'content-range': '*/*' } },
      {
        shows: 'HEAD has headers only',
        line: 'HEAD /rooms',
        headers: count('exact'),
        text: '',
        sends: { 'content-range': '0-2/3' },
      },
    ],
  );
});

describe('media types', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'one object',
        line: 'GET /rooms?id=eq.1',
        headers: { accept: 'application/vnd.pgrst.object+json' },
        json: { id: 1, name: 'North' },
        sends: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      },
      {
        shows: 'answers 406 when a single object matches no row',
        line: 'GET /rooms?id=eq.99',
        headers: { accept: 'application/vnd.pgrst.object+json' },
        status: 406,
        json: {
          code: 'PGRST116',
          details: 'The result contains 0 rows',
          hint: null,
          message: 'Cannot coerce the result to a single JSON object',
        },
      },
      {
        shows: 'a list without nulls',
        line: 'GET /people?select=name,profile&id=gt.2',
        headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
        json: [{ name: 'Cy' }],
      },
      {
        shows: 'one object without nulls',
        line: 'GET /people?select=name,profile&id=eq.3',
        headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
        json: { name: 'Cy' },
      },
      {
        shows: 'CSV quotes what needs it',
        line: 'GET /classes?select=id,title,tags&id=lt.3&order=id',
        headers: { accept: 'text/csv' },
        text: 'id,title,tags\n1,Paint,"{art,wet}"\n2,Clay,{art}',
        sends: { 'content-type': 'text/csv; charset=utf-8' },
      },
      {
        shows: 'the best of several',
        line: 'GET /rooms?select=id&id=eq.1',
        headers: { accept: 'image/png, text/csv;q=0.5, application/json;q=0.9' },
        json: [{ id: 1 }],
      },
      {
        shows: 'none that is known',
        line: 'GET /rooms',
        headers: { accept: 'image/png' },
        status: 406,
        json: {
          code: 'PGRST107',
          details: null,
          hint: null,
          message: 'None of these media types are available: image/png',
        },
      },
      {
        shows: 'GeoJSON needs PostGIS',
        line: 'GET /rooms',
        headers: { accept: 'application/geo+json' },
        status: 406,
      },
      {
        shows: 'bare bytes need a value',
        line: 'GET /rooms',
        headers: { accept: 'application/octet-stream' },
        status: 406,
      },
    ],
  );

  test('a query plan as text, with the settings of the request', async () => {
    const answer = await host.ask('GET /rooms?id=eq.1', {
      headers: {
        accept: 'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|settings;',
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|settings; charset=utf-8',
    );
    expect(answer.text).toContain('search_path = \'"public", "public", "extensions"\'');
    expect(answer.text).toContain('actual time');
  });

  test('a query plan as JSON', async () => {
    const answer = await host.ask('GET /rooms', { headers: { accept: 'application/vnd.pgrst.plan+json' } });
    expect(answer.json).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
  });

  test('the plan of a write does not write', async () => {
    const answer = await host.ask('DELETE /rooms?id=eq.3', {
      headers: { accept: 'application/vnd.pgrst.plan+json' },
    });
    expect(answer.status).toBe(200);
    expect((await host.ask('GET /rooms?id=eq.3')).json).toEqual([{ id: 3, name: 'Attic' }]);
  });
});

describe('schemas', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'the first is the default',
        line: 'GET /rooms?id=eq.1',
        json: [{ id: 1, name: 'North' }],
        sends: { 'content-profile': 'public' },
      },
      {
        shows: 'another by profile',
        line: 'GET /secrets',
        headers: { 'accept-profile': 'back' },
        json: [{ id: 1, public_id: 7 }],
        sends: { 'content-profile': 'back' },
      },
      { shows: 'not in the default one', line: 'GET /secrets', status: 404 },
      {
        shows: 'writes by content profile',
        line: 'POST /secrets',
        body: { id: 2 },
        headers: { 'content-profile': 'back', prefer: 'return=representation,tx=rollback' },
        status: 201,
        json: [{ id: 2, public_id: null }],
      },
      {
        shows: 'functions too',
        line: 'GET /rpc/hello',
        headers: { 'accept-profile': 'back' },
        json: 'from back',
      },
      {
        shows: 'one that is not exposed',
        line: 'GET /things',
        headers: { 'accept-profile': 'hidden' },
        status: 406,
        json: {
          code: 'PGRST106',
          details: null,
          hint: 'Only the following schemas are exposed: public, back',
          message: 'Invalid schema: hidden',
        },
      },
    ],
  );
});

describe('paths and methods', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a path with more parts',
        line: 'GET /rooms/1',
        status: 404,
        json: {
          code: 'PGRST125',
          details: null,
          hint: null,
          message: 'Invalid path specified in request URL',
        },
      },
      { shows: 'a path that cannot be decoded', line: 'GET /%zz', status: 404 },
      { shows: 'rpc alone', line: 'GET /rpc', status: 404 },
      {
        shows: 'OPTIONS lists the methods',
        line: 'OPTIONS /rooms',
        sends: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' },
      },
      {
        shows: 'errors say whose they are',
        line: 'GET /nothing',
        status: 404,
        sends: { 'proxy-status': 'PostgREST; error=PGRST205' },
      },
    ],
  );
});
