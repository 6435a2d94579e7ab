// Hostile text in every place a request has: it is a value, an unknown name or a parse error; never SQL, never a 500.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`
    create table prey (id int primary key, name text, data jsonb, nums int[]);
    insert into prey values (1, 'safe', '{"a": 1}', '{1}');
    create table other (id int primary key, prey_id int references prey);
    create function echo(value text) returns text language sql stable as $$ select value $$;
    create function whole(json) returns json language sql stable as $$ select $1 $$;
  `);
});
afterAll(() => host.close());

const hostile = [
  `'; drop table prey; --`,
  `"; drop table prey; --`,
  `1; drop table prey`,
  `1 or 1=1`,
  `') or ('1'='1`,
  `"x"" or true --`,
  `$1`,
  `$$; drop table prey; $$`,
  `\\'; drop table prey; --`,
  `\u0000`,
  `name\u0000; drop table prey`,
  `id) from prey; drop table prey; --`,
  `prey"."id`,
  `*/ drop table prey /*`,
  `%27; drop table prey; --`,
  `{1,2}'; drop table prey; --`,
  `pg_sleep(10)`,
  `\ud800`,
  `İ😀"'`,
];

const places: [place: string, line: (text: string) => string, body?: (text: string) => unknown][] = [
  ['a value', (text) => `GET /prey?name=eq.${text}`],
  ['a value of a number', (text) => `GET /prey?id=eq.${text}`],
  ['a list', (text) => `GET /prey?name=in.(${text})`],
  ['a quoted list', (text) => `GET /prey?name=in.("${text}")`],
  ['an array value', (text) => `GET /prey?nums=cs.${text}`],
  ['a pattern', (text) => `GET /prey?name=like.${text}`],
  ['a regular expression', (text) => `GET /prey?name=match.${text}`],
  ['any of', (text) => `GET /prey?name=like(any).${text}`],
  ['a search', (text) => `GET /prey?name=fts.${text}`],
  ['a search configuration', (text) => `GET /prey?name=fts(${text}).x`],
  ['an operator', (text) => `GET /prey?name=${text}.x`],
  ['a column in a condition', (text) => `GET /prey?${text}=eq.1`],
  ['a JSON key in a condition', (text) => `GET /prey?data->>${text}=eq.1`],
  ['a logic tree', (text) => `GET /prey?or=(${text})`],
  ['a value in a logic tree', (text) => `GET /prey?or=(name.eq.${text},id.eq.1)`],
  ['a column', (text) => `GET /prey?select=${text}`],
  ['an alias', (text) => `GET /prey?select=${text}:id`],
  ['a quoted alias', (text) => `GET /prey?select="${text}":id`],
  ['a cast', (text) => `GET /prey?select=id::${text}`],
  ['a JSON key', (text) => `GET /prey?select=data->${text}`],
  ['an embed', (text) => `GET /prey?select=${text}(id)`],
  ['an embed’s alias', (text) => `GET /prey?select="${text}":other(id)`],
  ['a hint', (text) => `GET /prey?select=other!${text}(id)`],
  ['an order', (text) => `GET /prey?order=${text}`],
  ['a direction', (text) => `GET /prey?order=id.${text}`],
  ['a limit', (text) => `GET /prey?limit=${text}`],
  ['an offset', (text) => `GET /prey?offset=${text}`],
  ['a table', (text) => `GET /${text}`],
  ['a function', (text) => `POST /rpc/${text}`, () => ({})],
  ['an argument’s name in a GET', (text) => `GET /rpc/echo?${text}=1`],
  ['an argument in a GET', (text) => `GET /rpc/echo?value=${text}`],
  ['an argument', () => 'POST /rpc/echo', (text) => ({ value: text })],
  ['an argument’s name', () => 'POST /rpc/echo', (text) => ({ [text]: 1 })],
  ['a whole body', () => 'POST /rpc/whole', (text) => text],
  ['an inserted value', () => 'POST /prey', (text) => ({ id: 99, name: text })],
  ['an inserted key', () => 'POST /prey', (text) => ({ [text]: 1 })],
  ['the columns of an insert', (text) => `POST /prey?columns=${text}`, () => ({ id: 99 })],
  ['the conflict target', (text) => `POST /prey?on_conflict=${text}`, () => ({ id: 1 })],
];

describe.each(places)('hostile text as %s', (_place, line, body) => {
  test.each(hostile)('%j is harmless', async (text) => {
    const before = host.errors.length;
    const answer = await host.ask(line(encodeURIComponent(text.toWellFormed())), {
      body: body?.(text),
      headers: { prefer: 'tx=rollback,return=representation,resolution=merge-duplicates' },
    });
    expect([answer.status, answer.text]).toSatisfy(([status]) => Number(status) < 500);
    expect(host.errors.length).toBe(before);
  });
});

describe('hostile headers', () => {
  const headers = [
    'prefer',
    'accept',
    'range',
    'accept-profile',
    'content-profile',
    'content-type',
    'x-anything',
    'cookie',
    'authorization',
    'apikey',
  ];
  test.each(headers)('%s', async (name) => {
    for (const text of hostile) {
      const value = text.replace(/[^\u0020-\u007e]/g, '');
      for (const line of ['GET /prey', 'PATCH /prey?id=eq.1']) {
        const answer = await host.ask(line, {
          body: line.startsWith('PATCH') ? { name: 'safe' } : undefined,
          headers: { [name]: value },
        });
        expect([answer.status, answer.text]).toSatisfy(([status]) => Number(status) < 500);
      }
    }
  });
});

test('after all of it the table is as it was', async () => {
  expect((await host.ask('GET /prey')).json).toEqual([{ id: 1, name: 'safe', data: { a: 1 }, nums: [1] }]);
});

test('hostile text comes back exactly as it went in', async () => {
  for (const text of hostile.filter((one) => !one.includes('\u0000') && one.isWellFormed())) {
    const answer = await host.ask('POST /rpc/echo', { body: { value: text } });
    expect(answer.json).toBe(text);
    expect((await host.ask(`GET /rpc/echo?value=${encodeURIComponent(text)}`)).json).toBe(text);
  }
});
