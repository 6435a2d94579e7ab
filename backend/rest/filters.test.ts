// Every operator and modifier, negation, logic trees, order and what happens when they cannot be read.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios, type Scenario } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`${studioTables}
    create table slots (id int primary key, span int4range, nums int[], doc jsonb, note text);
    insert into slots values
      (1, '[1,5)', '{1,2}', '{"a": 1}', 'a,b'),
      (2, '[5,9)', '{2,3}', '{"a": 2, "b": 3}', 'c"d'),
      (3, '[20,30)', '{}', null, 'e(f)'),
      (4, null, null, '{"a": null}', null);
  `);
});
afterAll(() => host.close());

/** A condition on slots and the ids that it leaves. */
const leaves = (condition: string, ids: number[]): Scenario => ({
  shows: `${condition} leaves ${ids.length > 0 ? ids.join(', ') : 'nothing'}`,
  line: `GET /slots?select=id&order=id&${condition}`,
  json: ids.map((id) => ({ id })),
});

describe('operators', () => {
  runScenarios(
    () => host,
    [
      leaves('id=eq.2', [2]),
      leaves('id=neq.2', [1, 3, 4]),
      leaves('id=gt.2', [3, 4]),
      leaves('id=gte.2', [2, 3, 4]),
      leaves('id=lt.2', [1]),
      leaves('id=lte.2', [1, 2]),
      leaves('note=like.*,*', [1]),
      leaves('note=ilike.A*', [1]),
      leaves('note=match.^[ac]', [1, 2]),
      leaves('note=imatch.^[AC]', [1, 2]),
      leaves('note=is.null', [4]),
      leaves('note=is.not_null', [1, 2, 3]),
      leaves('note=not.is.null', [1, 2, 3]),
      leaves('note=isdistinct.a,b', [2, 3, 4]),
      leaves('note=in.("a,b","c\\"d")', [1, 2]),
      leaves('note=in.(e(f))', []),
      leaves('note=in.("e(f)")', [3]),
      leaves('id=in.(1,2,99)', [1, 2]),
      leaves('id=in.()', []),
      leaves('id=not.in.(1,2)', [3, 4]),
      leaves('nums=cs.{2}', [1, 2]),
      leaves('nums=cd.{1,2,5}', [1, 3]),
      leaves('nums=ov.{3,1}', [1, 2]),
      leaves('doc=cs.{"a":1}', [1]),
      leaves('span=cs.[2,3)', [1]),
      leaves('span=ov.[4,6)', [1, 2]),
      leaves('span=sl.[10,12)', [1, 2]),
      leaves('span=sr.[10,12)', [3]),
      leaves('span=nxr.[5,9)', [1, 2]),
      leaves('span=nxl.[5,9)', [2, 3]),
      leaves('span=adj.[5,9)', [1]),
      leaves('id=not.eq.2', [1, 3, 4]),
      leaves('note=like(any).{a*,c*}', [1, 2]),
      leaves('note=like(all).{a*,*b}', [1]),
      leaves('id=eq(any).{1,3}', [1, 3]),
      leaves('id=gt(all).{1,2}', [3, 4]),
    ],
  );
});

describe('full text search', () => {
  runScenarios(
    () => host,
    [
      { shows: 'fts on a tsvector', line: 'GET /people?select=name&about=fts.cat', json: [{ name: 'Ana' }] },
      {
        shows: 'plfts with a configuration',
        line: 'GET /people?select=name&about=plfts(english).fat%20cats',
        json: [{ name: 'Ana' }],
      },
      {
        shows: 'phfts wants the phrase',
        line: 'GET /people?select=name&about=phfts(english).cats%20fat',
        json: [],
      },
      {
        shows: 'wfts reads like a search box',
        line: 'GET /people?select=name&about=wfts(english).cats%20or%20rats&order=id',
        json: [{ name: 'Ana' }, { name: 'Bo' }],
      },
      {
        shows: 'text columns become vectors by themselves',
        line: 'GET /classes?select=id&title=fts(english).painting',
        json: [{ id: 1 }],
      },
      {
        shows: 'an unknown configuration is an error of the database',
        line: 'GET /people?about=fts(nope).cat',
        status: 400,
      },
    ],
  );
});

describe('logic', () => {
  runScenarios(
    () => host,
    [
      leaves('or=(id.eq.1,id.eq.3)', [1, 3]),
      leaves('and=(id.gt.1,id.lt.4)', [2, 3]),
      leaves('not.or=(id.eq.1,id.eq.3)', [2, 4]),
      leaves('not.and=(id.gt.1,id.lt.4)', [1, 4]),
      leaves('or=(id.eq.1,and(id.gt.2,note.is.null))', [1, 4]),
      leaves('or=(id.eq.1,not.and(id.gt.0,id.lt.4))', [1, 4]),
      leaves('or=(note.eq."a,b",id.in.(3,4))', [1, 3, 4]),
      leaves('or=(nums.cs.{1,2},id.eq.4)', [1, 4]),
      leaves('or=(note.not.is.null,id.eq.4)', [1, 2, 3, 4]),
      leaves('or=(doc->>a.eq.1,doc->b.eq.3)', [1, 2]),
      leaves('id=gt.1&id=lt.4', [2, 3]),
    ],
  );
});

describe('order', () => {
  const people = (order: string, names: string[]): Scenario => ({
    shows: `order=${order} gives ${names.join(', ')}`,
    line: `GET /people?select=name&order=${order}`,
    json: names.map((name) => ({ name })),
  });
  runScenarios(
    () => host,
    [
      people('name', ['Ana', 'Bo', 'Cy']),
      people('name.desc', ['Cy', 'Bo', 'Ana']),
      people('mood.asc.nullsfirst,name', ['Cy', 'Ana', 'Bo']),
      people('mood.desc.nullslast,name', ['Bo', 'Ana', 'Cy']),
      people('mood.nullsfirst,name.desc', ['Cy', 'Ana', 'Bo']),
    ],
  );
});

describe('what cannot be read', () => {
  const rejected = (line: string, message?: string): Scenario => ({
    shows: `${line} is rejected with PGRST100`,
    line,
    status: 400,
    ...(message ? { json: expect100(message) } : {}),
  });
  const expect100 = (message: string) => {
    const [text = '', details = ''] = message.split(' | ');
    return { code: 'PGRST100', message: text, details, hint: null };
  };
  runScenarios(
    () => host,
    [
      rejected(
        'GET /slots?id=2',
        '"failed to parse filter (2)" (line 1, column 1) | unexpected "2" expecting operator (eq, gt, ...)',
      ),
      rejected('GET /slots?id=foo.2'),
      rejected('GET /slots?id=is.maybe'),
      rejected('GET /slots?id=in.1'),
      rejected('GET /slots?or=id.eq.1'),
      rejected('GET /slots?or=(id.eq.1'),
      rejected('GET /slots?or=()'),
      rejected('GET /slots?select=id,'),
      rejected('GET /slots?select=id('),
      rejected('GET /slots?select=id::'),
      rejected('GET /slots?select=id.median()'),
      rejected('GET /slots?order=id.up'),
      rejected('GET /slots?limit=many'),
      {
        shows: 'a negative limit is a range error',
        line: 'GET /slots?limit=-1',
        status: 416,
        json: {
          code: 'PGRST103',
          details: 'Limit should be greater than or equal to zero.',
          hint: null,
          message: 'Requested range not satisfiable',
        },
      },
      {
        shows: 'a value of the wrong type is the database’s error',
        line: 'GET /slots?id=eq.two',
        status: 400,
        json: {
          code: '22P02',
          details: null,
          hint: null,
          message: 'invalid input syntax for type integer: "two"',
        },
      },
      { shows: 'an operator the type does not have', line: 'GET /slots?id=fts.x', status: 404 },
      {
        shows: 'a condition on a relation that is not embedded',
        line: 'GET /slots?people.name=eq.x',
        status: 400,
        json: {
          code: 'PGRST108',
          details: null,
          hint: "Verify that 'people' is included in the 'select' query parameter.",
          message: "'people' is not an embedded resource in this request",
        },
      },
    ],
  );
});
