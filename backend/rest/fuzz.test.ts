// Generated requests against a real database: whatever is asked, the answer is no 500 and comes in time.
// FUZZ_RUNS says how many (npm test does a few; a release does 100,000).
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';
import { studioTables } from './testing/studio-tables.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 1_500);

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(`${studioTables}
    create function add(a int, b int default 1) returns int language sql immutable as $$ select a + b $$;
    create function list(n int) returns setof classes language sql stable as $$ select * from classes limit greatest(n, 0) $$;
  `);
});
afterAll(() => host.close());

const relation = fc.constantFrom(
  'rooms',
  'people',
  'classes',
  'class_details',
  'bookings',
  'open_classes',
  'guests',
  'nothing',
  'odd name',
);
const column = fc.constantFrom(
  'id',
  'name',
  'title',
  'price',
  'tags',
  'data',
  'profile',
  'born',
  'about',
  'mood',
  'room_id',
  'teacher_id',
  'loud',
  'class_id',
  'count',
  'ctid',
  'nope',
  '*',
);
const path = fc.constantFrom('', '', '->level->min', '->>city', '->0', '->>-1', '->a->>"b c"');
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    'x',
    'null',
    'true',
    '{1,2}',
    '{}',
    '[1,3)',
    '{"a":1}',
    'Paint',
    '2030-01-01',
    '(1,2)',
    '("a","b")',
    '%',
    '*',
    '1e400',
    '99999999999999999999',
    '',
  ),
  fc.string({ maxLength: 12 }),
);
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lt',
  'like',
  'ilike',
  'match',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts(english)',
  'isdistinct',
  'eq(any)',
  'like(all)',
  'not.eq',
  'not.in',
  'zz',
);
const field = fc.tuple(column, path).map(([name, steps]) => `${name}${steps}`);
const { item } = fc.letrec<{ item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(
        fc.constantFrom('', '', 'a:', '"q x":'),
        field,
        fc.constantFrom('', '', '::text', '::int', '::zz', '.count()', '.sum()', '.max()::text'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('', 'b:', '...'),
        relation,
        fc.constantFrom(
          '',
          '',
          '!inner',
          '!left',
          '!room_id',
          '!bookings',
          '!classes_teacher_id_fkey',
          '!nope',
        ),
        fc.array(tie('item'), { maxLength: 3 }),
      )
      .map(([prefix, name, hint, inner]) => `${prefix}${name}${hint}(${inner.join(',')})`),
  ),
}));
const condition = fc.tuple(field, operator, value).map((parts) => parts.join('.'));
const parameter = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((items) => ['select', items.join(',')]),
  fc
    .tuple(
      fc.oneof(
        field,
        fc.tuple(relation, field).map((parts) => parts.join('.')),
      ),
      operator,
      value,
    )
    .map(([name, op, text]) => [name, `${op}.${text}`]),
  fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'classes.or'), fc.array(condition, { maxLength: 3 }))
    .map(([name, list]) => [name, `(${list.join(',')})`]),
  fc
    .tuple(
      fc.constantFrom('order', 'classes.order'),
      fc.array(
        fc.tuple(field, fc.constantFrom('', '.asc', '.desc.nullslast')).map((parts) => parts.join('')),
        { maxLength: 2 },
      ),
    )
    .map(([name, terms]) => [name, terms.join(',')]),
  fc
    .tuple(fc.constantFrom('limit', 'offset', 'classes.limit'), fc.integer({ min: -2, max: 20 }))
    .map(([name, count]) => [name, String(count)]),
  fc.tuple(fc.constantFrom('columns', 'on_conflict', 'a', 'b', 'n'), value),
);
const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { prefer: 'return=representation' },
  { prefer: 'count=exact' },
  { prefer: 'count=planned' },
  { prefer: 'count=estimated,return=representation' },
  { prefer: 'resolution=merge-duplicates,return=representation,missing=default' },
  { prefer: 'handling=strict,max-affected=1' },
  { accept: 'application/vnd.pgrst.object+json' },
  { accept: 'text/csv' },
  { accept: 'application/vnd.pgrst.plan+json; options=analyze' },
  { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
  { range: '1-3' },
  { 'content-type': 'text/csv' },
  { 'accept-profile': 'other' },
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '[]',
    '{"a":1}',
    '{"n":2}',
    '[{"id":1}]',
    '{"id":7,"name":"x"}',
    '{"id":8,"title":"t","teacher_id":1}',
    '[1]',
    'null',
    '{"',
    'id,name\n9,x',
  ),
  fc.json(),
);
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'),
  target: fc.oneof(
    { weight: 5, arbitrary: relation },
    { weight: 1, arbitrary: fc.constantFrom('rpc/add', 'rpc/list', 'rpc/loud', 'rpc/none') },
  ),
  parameters: fc.array(parameter, { maxLength: 4 }),
  header,
  body,
  as: fc.constantFrom<'anon' | 'service'>('anon', 'service'),
});

test(`${runs} generated requests give no 500`, { timeout: 30_000 + runs * 40 }, async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, parameters, header: given, body: text, as }) => {
      const search = parameters
        .map(([name, one]) => `${encodeURIComponent(name ?? '')}=${encodeURIComponent(one ?? '')}`)
        .join('&');
      const answer = await host.ask(
        `${method} /${encodeURIComponent(target).replace('%2F', '/')}?${search}`,
        {
          as,
          body: method === 'GET' || method === 'HEAD' || method === 'DELETE' ? undefined : text,
          // Nothing stays, so that each run meets the same rows.
          headers: { ...given, prefer: `${given.prefer ? `${given.prefer},` : ''}tx=rollback` },
        },
      );
      expect([answer.status, answer.text]).toSatisfy(([status]) => Number(status) < 500);
    }),
    { numRuns: runs },
  );
});
