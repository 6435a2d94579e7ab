// What one request and one caller may cost: strangers little, accounts twice as much, the service role anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShareResolver } from '../limits/caller-share.ts';
import {
  type Answered,
  publishableKey,
  type RestHost,
  startRestHost,
  tokenFor,
} from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';

const tables = `
create table rooms (id int primary key, name text);
create table classes (id int primary key, title text, body text, room_id int references rooms);
create table sessions (id int primary key, class_id int references classes, room_id int references rooms);
insert into rooms select i, 'room ' || i from generate_series(1, 3) i;
insert into classes select i, 'class ' || i, repeat('words ', 200), 1 + i % 3 from generate_series(1, 20) i;
insert into sessions select i, 1 + i % 20, 1 + i % 3 from generate_series(1, 400) i;
create function nap(seconds float8) returns void language sql stable as $$ select pg_sleep(seconds) $$;
create function napping() returns bigint language sql stable security definer set search_path = '' as $$
  select count(*) from pg_catalog.pg_stat_activity where query like '%pgrst_call%' and query not like '%napping%' and state = 'active'
$$;
create function wide(characters int) returns text language sql immutable as $$ select repeat('x', characters) $$;
create function note(characters int) returns text language sql volatile as $$
  insert into rooms values (99, 'noted'); select repeat('x', characters)
$$;
`;

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(tables, {
    maxConnections: 4,
    pageConnections: 2,
    limits: {
      maxEmbedDepth: 2,
      maxEmbeds: 3,
      maxTerms: 12,
      maxEmbeddedRows: 100,
      maxResponseBytes: 20_000,
      maxBodyBytes: 1000,
    },
    shareOf: createShareResolver({ maxConcurrent: 1 }),
    sourceOf: ({ headers }) => ({
      address: headers.get('x-from') ?? '192.0.2.1',
      isInProcess: headers.has('x-page'),
    }),
  });
});
afterAll(() => host.close());

const account = { sub: '00000000-0000-4000-8000-000000000001' };
const deep = '/rooms?select=id,classes(id,room:rooms(id,classes(id)))&limit=1';
const codeOf = (code: string) => expect.objectContaining({ code, message: expect.any(String) });

describe('the shape of a request', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'embeds too deep are rejected',
        line: `GET ${deep}`,
        as: 'anon',
        status: 400,
        json: codeOf('limit_embed_depth'),
      },
      { shows: 'accounts may go deeper', line: `GET ${deep}`, as: account },
      {
        shows: 'an account without a name is a stranger',
        line: `GET ${deep}`,
        as: { ...account, is_anonymous: true },
        status: 400,
      },
      { shows: 'the service role has no limits', line: `GET ${deep}` },
      {
        shows: 'too many embeds are rejected',
        line: 'GET /rooms?select=id,a:classes(id),b:classes(id),c:sessions(id),d:sessions(id)',
        as: 'anon',
        status: 400,
        json: codeOf('limit_embeds'),
      },
      {
        shows: 'too many conditions are rejected',
        line: `GET /rooms?or=(${Array.from({ length: 12 }, (_, i) => `id.eq.${i}`).join(',')})`,
        as: 'anon',
        status: 400,
        json: codeOf('limit_terms'),
      },
      {
        shows: 'an in-list is one condition',
        line: 'GET /rooms?select=id&id=in.(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15)',
        as: 'anon',
      },
      { shows: 'one regular expression is taken', line: 'GET /rooms?name=match.^room&select=id', as: 'anon' },
      {
        shows: 'one with repetitions is not',
        line: 'GET /rooms?name=match.(a{1,255}){1,255}',
        as: 'anon',
        status: 400,
        json: codeOf('limit_terms'),
      },
      {
        shows: 'a pattern of wildcards is rejected',
        line: `GET /rooms?name=ilike.${'*a'.repeat(12)}`,
        as: 'anon',
        status: 400,
        json: codeOf('limit_terms'),
      },
      {
        shows: 'one column again and again is rejected',
        line: 'GET /classes?select=a:body,b:body,c:body,d:body,e:body',
        as: 'anon',
        status: 400,
        json: codeOf('limit_terms'),
      },
      {
        shows: 'a large body of a stranger is rejected',
        line: 'POST /rooms',
        body: { id: 9, name: 'x'.repeat(1200) },
        as: 'anon',
        status: 413,
      },
    ],
  );
});

describe('what a request brings together', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'ordinary embeds work',
        line: 'GET /rooms?select=id,sessions(id)&order=name&limit=2&sessions.limit=2',
        as: 'anon',
      },
      {
        shows: 'embedded rows are counted over all lists',
        line: 'GET /sessions?select=id,class:classes(sessions(id))',
        as: 'anon',
        status: 413,
        json: codeOf('limit_rows'),
      },
      {
        shows: 'rows that the page leaves out are not embedded',
        line: 'GET /classes?select=title,room:rooms(name),sessions(id,room:rooms(id))&order=title.desc&limit=2&offset=1',
        as: 'anon',
      },
      {
        shows: 'an ordered list with embeds of its own is cut before they are read',
        line: 'GET /rooms?select=id,classes(id,room:rooms(name))&order=id&limit=1&classes.order=id.desc&classes.limit=2',
        as: 'anon',
        json: [
          {
            id: 1,
            classes: [
              { id: 18, room: { name: 'room 1' } },
              { id: 15, room: { name: 'room 1' } },
            ],
          },
        ],
      },
      {
        shows: 'a limit on the embedded list makes room',
        line: 'GET /sessions?select=id,class:classes(sessions(id))&class.sessions.limit=1',
        as: 'anon',
      },
      {
        shows: 'rows of the answer are no embedded rows',
        line: 'GET /sessions?select=id,room:rooms(id)&limit=400',
        as: 'anon',
      },
      {
        shows: 'a response too large is rejected',
        line: 'GET /classes?select=*',
        as: 'anon',
        status: 413,
        json: codeOf('limit_bytes'),
      },
      {
        shows: 'so is one of few rows',
        line: 'GET /classes?select=*&limit=20',
        as: 'anon',
        status: 413,
        json: codeOf('limit_bytes'),
      },
      {
        shows: 'and one in CSV',
        line: 'GET /classes?select=*',
        headers: { accept: 'text/csv' },
        as: 'anon',
        status: 413,
      },
      { shows: 'an account may have twice as much', line: 'GET /classes?select=*', as: account },
      { shows: 'HEAD has no size', line: 'HEAD /classes?select=*', as: 'anon' },
      {
        shows: 'the value of a function too',
        line: 'GET /rpc/wide?characters=30000',
        as: 'anon',
        status: 413,
        json: codeOf('limit_bytes'),
      },
      { shows: 'a small value passes', line: 'GET /rpc/wide?characters=10', as: 'anon' },
    ],
  );

  test('a call whose answer is too large leaves nothing behind', async () => {
    const answer = await host.ask('POST /rpc/note', { body: { characters: 30_000 }, as: 'anon' });
    expect(answer.status).toBe(413);
    expect(await host.sql`select from rooms where id = 99`).toHaveLength(0);
  });
});

describe('connections', () => {
  const nap = (seconds: number, as: 'anon' | Record<string, unknown>, from = '192.0.2.1') =>
    host.ask(`GET /rpc/nap?seconds=${seconds}`, { as, headers: { 'x-from': from } });

  /** Whether the visitor was answered while the others still waited. */
  async function overtakes(others: Promise<Answered>[], visitor: Promise<Answered>): Promise<boolean> {
    let isFirst = true;
    const all = Promise.all(others).then((answers) => {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      isFirst = false;
    });
    expect((await visitor).status).toBeLessThan(300);
    const wasFirst = isFirst;
    await all;
    return wasFirst;
  }

  test('one address never takes all of them', async () => {
    const flood = Array.from({ length: 10 }, () => nap(0.05, 'anon', '192.0.2.7'));
    expect(await overtakes(flood, nap(0, 'anon', '192.0.2.8'))).toBe(true);
  });

  test('an account has a share of its own, wherever it comes from', async () => {
    const flood = Array.from({ length: 10 }, () => nap(0.1, account));
    expect(await overtakes(flood, nap(0, { sub: '00000000-0000-4000-8000-000000000002' }))).toBe(true);
  });

  test('an address with too many waiting requests gets 503 with Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => nap(0.01, 'anon')));
    const rejected = answers.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(3);
    expect(rejected[0]?.json).toEqual(codeOf('limit_requests'));
    expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  });

  test('pages have connections of their own', async () => {
    const flood = Array.from({ length: 8 }, (_, index) => nap(0.3, 'anon', `198.51.100.${index}`));
    const page = host.ask('GET /rooms', { as: 'anon', headers: { 'x-page': 'yes' } });
    expect(await overtakes(flood.slice(0, 4), page)).toBe(true);
    await Promise.all(flood);
  });

  test('a read whose caller has gone is cancelled', async () => {
    const gone = new AbortController();
    const asked = host.backend.fetch(
      new Request('http://localhost/rest/v1/rpc/nap?seconds=20', {
        headers: { apikey: publishableKey },
        signal: gone.signal,
      }),
    );
    await expect.poll(async () => (await host.ask('GET /rpc/napping')).text).toBe('1');
    gone.abort();
    await expect.poll(async () => (await host.ask('GET /rpc/napping')).text).toBe('0');
    expect((await asked).status).toBe(422);
    // The connection serves on.
    expect((await nap(0, 'anon')).status).toBe(204);
  });

  test('a write whose caller has gone is finished', async () => {
    const gone = new AbortController();
    const asked = host.backend.fetch(
      new Request('http://localhost/rest/v1/rooms', {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenFor(account)}`, 'content-type': 'application/json' },
        body: '{"id":77,"name":"written"}',
        signal: gone.signal,
      }),
    );
    await sleep(0);
    gone.abort();
    await asked.catch(() => undefined);
    await expect.poll(() => host.sql`select from rooms where id = 77`).toHaveLength(1);
  });
});
