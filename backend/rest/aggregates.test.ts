// Aggregates: alone, grouped by what stands beside them, with casts, through embeds and spreads; and switched off.
import { afterAll, beforeAll, describe } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { runScenarios } from '../testing/scenarios.ts';
import { studioTables } from './testing/studio-tables.ts';

let host: RestHost;
let strict: RestHost;
beforeAll(async () => {
  host = await startRestHost(studioTables);
  strict = await startRestHost(studioTables, { allowsAggregates: false });
});
afterAll(async () => {
  await host.close();
  await strict.close();
});

describe('aggregates', () => {
  runScenarios(
    () => host,
    [
      { shows: 'every row is counted', line: 'GET /classes?select=count()', json: [{ count: 4 }] },
      { shows: 'values are counted', line: 'GET /classes?select=price.count()', json: [{ count: 3 }] },
      {
        shows: 'sum, average, minimum and maximum',
        line: 'GET /classes?select=price.sum(),price.avg(),price.min(),price.max()',
        json: [{ sum: 60.5, avg: 20.166666666666668, min: 10, max: 30 }],
      },
      {
        shows: 'an alias and casts on both sides',
        line: 'GET /classes?select=total:price::int.sum()::text',
        json: [{ total: '61' }],
      },
      {
        shows: 'what stands beside groups',
        line: 'GET /classes?select=room_id,count()&order=room_id',
        json: [
          { room_id: 1, count: 2 },
          { room_id: 2, count: 1 },
          { room_id: null, count: 1 },
        ],
      },
      {
        shows: 'a JSON path groups',
        line: 'GET /classes?select=min:data->level->>min,count()&data=not.is.null&order=data->level->>min',
        json: [
          { min: '1', count: 1 },
          { min: '2', count: 1 },
        ],
      },
      {
        shows: 'conditions come first',
        line: 'GET /classes?select=count()&price=gt.15',
        json: [{ count: 2 }],
      },
      {
        shows: 'inside a to-many embed',
        line: 'GET /rooms?select=name,classes(count(),price.sum())&order=id',
        json: [
          { name: 'North', classes: [{ count: 2, sum: 50.5 }] },
          { name: 'South', classes: [{ count: 1, sum: 10 }] },
          { name: 'Attic', classes: [{ count: 0, sum: null }] },
        ],
      },
      {
        shows: 'grouped by a to-one embed',
        line: 'GET /classes?select=count(),rooms(name)&order=count().desc',
        status: 400,
      },
      {
        shows: 'grouped by an embedded object',
        line: 'GET /classes?select=price.sum(),rooms(name)&room_id=not.is.null&order=rooms(name)',
        status: 400,
      },
      {
        shows: 'an embedded object beside an aggregate',
        line: 'GET /classes?select=count(),rooms(name)&room_id=eq.1',
        json: [{ count: 2, rooms: { name: 'North' } }],
      },
      {
        shows: 'grouped by a spread column',
        line: 'GET /classes?select=price.sum(),...rooms(room:name)&room_id=eq.1',
        json: [{ sum: 50.5, room: 'North' }],
      },
      {
        shows: 'an aggregate in a spread is computed over the parent',
        line: 'GET /bookings?select=person_id,...classes(price.sum())&order=person_id',
        json: [
          { person_id: 1, sum: 10 },
          { person_id: 2, sum: 20.5 },
          { person_id: 3, sum: 30.5 },
        ],
      },
      {
        shows: 'a count in a spread',
        line: 'GET /bookings?select=person_id,...classes(n:count())&order=person_id',
        json: [
          { person_id: 1, n: 1 },
          { person_id: 2, n: 1 },
          { person_id: 3, n: 2 },
        ],
      },
      {
        shows: 'through two spreads',
        line: 'GET /bookings?select=...classes(...rooms(room:name),price.max())&order=person_id',
        status: 400,
      },
      {
        shows: 'through two spreads, grouped by the inner one',
        line: 'GET /bookings?select=...classes(...rooms(room:name),price.max())&class_id=eq.1',
        json: [{ room: 'North', max: 20.5 }],
      },
      {
        shows: 'not in a to-many spread',
        line: 'GET /rooms?select=name,...classes(price.sum())',
        status: 400,
        json: {
          code: 'PGRST127',
          details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
          hint: null,
          message: 'Feature not implemented',
        },
      },
      {
        shows: 'groups are counted as rows',
        line: 'GET /classes?select=room_id,count()&limit=1&order=room_id',
        headers: { prefer: 'count=exact' },
        status: 206,
        sends: { 'content-range': '0-0/3' },
      },
    ],
  );
});

describe('without permission', () => {
  const off = {
    code: 'PGRST123',
    details: null,
    hint: null,
    message: 'Use of aggregate functions is not allowed',
  };
  runScenarios(
    () => strict,
    [
      { shows: 'an aggregate is rejected', line: 'GET /classes?select=count()', status: 400, json: off },
      {
        shows: 'the bare word count is older and always allowed',
        line: 'GET /rooms?select=name,classes(count)&id=eq.1',
        json: [{ name: 'North', classes: [{ count: 2 }] }],
      },
      { shows: 'alone too', line: 'GET /classes?select=count', json: [{ count: 4 }] },
      {
        shows: 'but not beside columns, which it does not group',
        line: 'GET /classes?select=room_id,count',
        status: 400,
        json: {
          code: '42803',
          details: null,
          hint: null,
          message:
            'column "classes.room_id" must appear in the GROUP BY clause or be used in an aggregate function',
        },
      },
      {
        shows: 'other functions are no columns',
        line: 'GET /rooms?select=classes(sum)',
        status: 400,
        json: { code: '42703', details: null, hint: null, message: 'column classes_1.sum does not exist' },
      },
      {
        shows: 'also in a spread',
        line: 'GET /bookings?select=...classes(price.sum())',
        status: 400,
        json: off,
      },
    ],
  );
});
