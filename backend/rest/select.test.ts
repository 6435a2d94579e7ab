// What `select` can say of one relation: columns, aliases, casts, JSON paths, computed fields, odd names.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(studioTables);
});
afterAll(() => host.close());

const undefinedColumn = (message: string, hint: string | null = null) => ({
  code: '42703',
  details: null,
  hint,
  message,
});

describe('columns', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'without select every column comes',
        line: 'GET /rooms?id=eq.1',
        json: [{ id: 1, name: 'North' }],
      },
      {
        shows: 'a star and a column together',
        line: 'GET /rooms?select=*,name&id=eq.1',
        text: '[{"id":1,"name":"North","name":"North"}]',
      },
      { shows: 'an alias renames', line: 'GET /rooms?select=label:name&id=eq.1', json: [{ label: 'North' }] },
      { shows: 'a cast changes the type', line: 'GET /rooms?select=id::text&id=eq.1', json: [{ id: '1' }] },
      {
        shows: 'a cast by its SQL name',
        line: 'GET /classes?select=price::integer&id=eq.1',
        json: [{ price: 21 }],
      },
      {
        shows: 'a cast to an array type',
        line: 'GET /classes?select=tags::text&id=eq.1',
        json: [{ tags: '{art,wet}' }],
      },
      {
        shows: 'a cast to an enum of the schema',
        line: 'GET /rooms?select=m:name::mood&id=eq.1',
        status: 400,
      },
      {
        shows: 'an unknown cast is the database’s error',
        line: 'GET /rooms?select=id::nothing',
        status: 400,
        json: { code: '42704', details: null, hint: null, message: 'type "nothing" does not exist' },
      },
      { shows: 'an empty select gives empty rows', line: 'GET /rooms?select=&id=eq.1', json: [{}] },
      {
        shows: 'spaces between columns are allowed',
        line: 'GET /rooms?select=id,%20name&id=eq.1',
        json: [{ id: 1, name: 'North' }],
      },
      {
        shows: 'an unknown column is the database’s error',
        line: 'GET /rooms?select=foo',
        status: 400,
        json: undefinedColumn('column rooms.foo does not exist'),
      },
      {
        shows: 'a misspelt column gets a hint',
        line: 'GET /rooms?select=nam',
        status: 400,
        json: undefinedColumn(
          'column rooms.nam does not exist',
          'Perhaps you meant to reference the column "rooms.name".',
        ),
      },
      {
        shows: 'system columns can be read',
        line: 'GET /rooms?select=id,tableoid::regclass&id=eq.1',
        json: [{ id: 1, tableoid: 'rooms' }],
      },
      {
        shows: 'an unknown table gets a hint',
        line: 'GET /room',
        status: 404,
        json: {
          code: 'PGRST205',
          details: null,
          hint: "Perhaps you meant the table 'public.rooms'",
          message: "Could not find the table 'public.room' in the schema cache",
        },
      },
    ],
  );
});

describe('values', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'numbers, times, arrays and JSON look as the database writes them',
        line: 'GET /classes?select=price,tags,data,starts_at&id=eq.1',
        json: [
          {
            price: 20.5,
            tags: ['art', 'wet'],
            data: { level: { min: 1 }, kit: ['brush', 'oil'] },
            starts_at: '2030-01-01T10:00:00+00:00',
          },
        ],
      },
      {
        shows: 'enums and ranges are strings',
        line: 'GET /people?select=mood,born&id=eq.2',
        json: [{ mood: 'wild', born: '[1990-05-01,1990-05-03)' }],
      },
    ],
  );
});

describe('JSON paths', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'an arrow takes a key and names the column by it',
        line: 'GET /people?select=profile->city&id=eq.1',
        json: [{ city: 'Lisbon' }],
      },
      {
        shows: 'a double arrow takes text',
        line: 'GET /people?select=profile->>age&id=eq.1',
        json: [{ age: '40' }],
      },
      {
        shows: 'an index takes an element',
        line: 'GET /people?select=lang:profile->langs->>0&id=eq.1',
        json: [{ lang: 'pt' }],
      },
      {
        shows: 'a negative index counts from the end',
        line: 'GET /people?select=lang:profile->langs->>-1&id=eq.1',
        json: [{ lang: 'en' }],
      },
      {
        shows: 'a path with a cast',
        line: 'GET /people?select=profile->>age::int&id=eq.1',
        json: [{ age: 40 }],
      },
      {
        shows: 'a path into an array column',
        line: 'GET /classes?select=tags->>1&id=eq.1',
        json: [{ tags: 'wet' }],
      },
      {
        shows: 'conditions on a path',
        line: 'GET /people?select=name&profile->>city=eq.Oslo',
        json: [{ name: 'Bo' }],
      },
      {
        shows: 'order by a path',
        line: 'GET /people?select=name&profile=not.is.null&order=profile->age.desc',
        json: [{ name: 'Ana' }, { name: 'Bo' }],
      },
    ],
  );
});

describe('computed fields', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'a function of the row is a column',
        line: 'GET /classes?select=loud&id=eq.1',
        json: [{ loud: 'PAINT' }],
      },
      {
        shows: 'it filters and orders',
        line: 'GET /classes?select=id&loud=in.(PAINT,CLAY)&order=loud',
        json: [{ id: 2 }, { id: 1 }],
      },
      {
        shows: 'it works inside an embed',
        line: 'GET /rooms?select=classes(loud)&classes.order=loud&id=eq.1',
        json: [{ classes: [{ loud: 'CLAY' }, { loud: 'PAINT' }] }],
      },
    ],
  );
});

describe('odd names', () => {
  runScenarios(
    () => host,
    [
      {
        shows: 'spaces in table and column',
        line: 'GET /odd%20name?select=a%20column',
        json: [{ 'a column': 'x' }],
      },
      {
        shows: 'quotes hold any character',
        line: 'GET /odd%20name?select=%22quote%5C%22d%22,%22dot.ted%22',
        json: [{ 'quote"d': 1, 'dot.ted': 3 }],
      },
      {
        shows: 'a column called like a parameter',
        line: 'GET /odd%20name?select=order&%22order%22=eq.2',
        status: 400,
      },
      {
        shows: 'a quoted name in a condition',
        line: 'GET /odd%20name?select=order&%22dot.ted%22=eq.3',
        json: [{ order: 2 }],
      },
    ],
  );
});
