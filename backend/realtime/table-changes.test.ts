// Table changes with the official client: what arrives, in which form, and for whom.
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { postgresChangesFilter } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RealtimeHost, startRealtimeHost } from './testing/realtime-host.ts';

let host: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(`
    create type mood as enum ('calm', 'wild');
    create domain price as numeric(8,2);
    create table plain (
      id int primary key, title text, n bigint, price price, ok boolean, tags text[], grid int[][], data jsonb,
      at timestamptz, local timestamp, day date, mood mood, raw bytea, who uuid, f float8
    );
    create table notes (id int primary key, owner uuid, body text, secret text);
    alter table notes enable row level security;
    create policy "own" on notes for select to authenticated using (owner = auth.uid());
    revoke select on notes from authenticated;
    grant select (id, owner, body) on notes to authenticated;
    create table keyless (a int, b text);
    alter table keyless replica identity full;
    create table locked_keyless (a int);
    alter table locked_keyless replica identity full, enable row level security;
    create table hidden (id int primary key);
    revoke all on hidden from anon;
    create table unpublished (id int primary key);
    create table "Odd Table" ("The Id" int primary key, "a.b" text);
    alter publication supabase_realtime
      add table plain, notes, keyless, locked_keyless, hidden, "Odd Table";
  `);
});
afterAll(() => host.close());
beforeEach(() => host.sql`truncate plain, notes, keyless, hidden, "Odd Table"`);

type Row = Record<string, unknown>;
type Change = RealtimePostgresChangesPayload<Row>;
type Binding = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  table?: string;
  filter?: string;
  select?: string[];
  schema?: string;
};
let number = 0;
const open: SupabaseClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.removeAllChannels()));
});

/** A client that is subscribed to changes and collects them. */
async function follow(
  bindings: Binding | Binding[],
  options: Parameters<RealtimeHost['client']>[0] = {},
  at = host,
) {
  const client = at.client(options);
  open.push(client);
  await client.realtime.setAuth();
  const changes: Change[] = [];
  const systems: { status: string; message: string; extension: string }[] = [];
  number += 1;
  const channel = client.channel(`changes-${number}`);
  for (const { event = '*', schema = 'public', ...rest } of [bindings].flat()) {
    channel.on<Row>('postgres_changes', { event: event as '*', schema, ...rest }, (change) => {
      changes.push(change);
    });
  }
  channel.on('system', {}, (message) => systems.push(message));
  channel.subscribe();
  await expect
    .poll(() => systems.filter(({ extension }) => extension === 'postgres_changes'))
    .not.toEqual([]);
  return { client, channel, changes, systems };
}

const ids = (changes: Change[]) => changes.map((change) => (change.new as Row).id ?? (change.old as Row).id);

test('insert, update and delete arrive with old and new rows, types and the time of the commit', async () => {
  const { changes, systems } = await follow({ table: 'plain' });
  expect(systems).toEqual([
    expect.objectContaining({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
    }),
  ]);
  const before = Date.now();
  await host.sql`insert into plain (id, title) values (1, 'Paint')`;
  await host.sql`update plain set title = 'Clay' where id = 1`;
  await host.sql`delete from plain where id = 1`;
  await expect.poll(() => changes.length).toBe(3);
  const [insert, update, remove] = changes;
  expect(insert).toMatchObject({
    eventType: 'INSERT',
    schema: 'public',
    table: 'plain',
    errors: null,
    new: { id: 1, title: 'Paint', n: null },
    old: {},
  });
  expect(Math.abs(Date.parse(insert?.commit_timestamp ?? '') - before)).toBeLessThan(60_000);
  expect(insert?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(update).toMatchObject({ eventType: 'UPDATE', new: { id: 1, title: 'Clay' }, old: { id: 1 } });
  expect(remove).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } });
});

test.each(['1.0.0', '2.0.0'] as const)(
  'every kind of column arrives as the value it is (protocol %s)',
  async (vsn) => {
    const { changes } = await follow({ table: 'plain' }, { vsn });
    await host.sql`insert into plain values (
    1, 'a "b" ,{}', 9007199254740991, 12.5, true, '{"x y",null,"q\\"}"}', '{{1,2},{3,4}}', '{"a": [1, null, {"b": "c"}]}',
    '2030-01-02 03:04:05.678+02', '2030-01-02 03:04:05', '2030-01-02', 'wild', '\\x00ff',
    '00000000-0000-0000-0000-00000000000a', 1.5)`;
    await expect.poll(() => changes.length).toBe(1);
    expect(changes[0]?.new).toEqual({
      id: 1,
      title: 'a "b" ,{}',
      n: 9007199254740991,
      price: 12.5,
      ok: true,
      tags: ['x y', null, 'q"}'],
      grid: [
        [1, 2],
        [3, 4],
      ],
      data: { a: [1, null, { b: 'c' }] },
      at: '2030-01-02T01:04:05.678+00:00',
      local: '2030-01-02T03:04:05',
      day: '2030-01-02',
      mood: 'wild',
      raw: '\\x00ff',
      who: '00000000-0000-0000-0000-00000000000a',
      f: 1.5,
    });
  },
);

test('a binding receives only its event, its table and its schema', async () => {
  const [inserts, deletes, odd, all, none] = await Promise.all([
    follow({ event: 'INSERT', table: 'plain' }),
    follow({ event: 'DELETE', table: 'plain' }),
    follow({ table: 'Odd Table' }),
    follow({}),
    follow({ schema: 'auth', table: 'users' }),
  ]);
  await host.sql`insert into plain (id) values (1)`;
  await host.sql`insert into "Odd Table" values (2, 'x')`;
  await host.sql`delete from plain`;
  await expect.poll(() => all.changes.length).toBe(3);
  await expect
    .poll(() => [inserts.changes.length, deletes.changes.length, odd.changes.length])
    .toEqual([1, 1, 1]);
  expect(odd.changes[0]?.new).toEqual({ 'The Id': 2, 'a.b': 'x' });
  expect(none.systems[0]).toMatchObject({ status: 'error' });
});

test('one channel may ask for several changes; each callback gets its own', async () => {
  const { changes } = await follow([
    { event: 'INSERT', table: 'plain', filter: 'id=eq.1' },
    { event: 'INSERT', table: 'plain', filter: 'id=gt.0' },
    { event: 'DELETE', table: 'plain' },
  ]);
  await host.sql`insert into plain (id) values (1), (2)`;
  await host.sql`delete from plain where id = 2`;
  await expect.poll(() => changes.length).toBe(4);
  expect(ids(changes)).toEqual([1, 1, 2, 2]);
});

describe('filters', () => {
  const rows = () => host.sql`insert into plain (id, title, n, price, ok, at, mood, who) values
    (1, 'Paint', 5, 9.50, true, '2030-01-01T00:00Z', 'calm', '00000000-0000-0000-0000-00000000000a'),
    (2, 'clay, wet', 10, 10.00, false, '2030-06-01T00:00Z', 'wild', null),
    (3, null, 100, null, null, null, null, null)`;

  // Protocol version and connection are the same for all of them: one channel with many bindings says as much as many.
  test('every operator passes what it should and nothing else', async () => {
    const cases: [string, number[]][] = [
      ['id=eq.2', [2]],
      ['id=neq.2', [1, 3]],
      ['n=lt.10', [1]],
      ['n=lte.10', [1, 2]],
      ['n=gt.10', [3]],
      ['n=gte.10', [2, 3]],
      ['id=in.(1,3)', [1, 3]],
      ['title=in.("clay, wet",x)', [2]],
      ['title=eq."clay, wet"', [2]],
      ['title=eq.clay, wet', [2]],
      ['title=like.P%', [1]],
      ['title=ilike.C%', [2]],
      ['title=match.^P.*t$', [1]],
      ['title=imatch.^CLAY', [2]],
      ['title=is.null', [3]],
      ['title=not.is.null', [1, 2]],
      ['ok=is.true', [1]],
      ['title=isdistinct.Paint', [2, 3]],
      ['price=eq.10', [2]],
      ['price=lt.9.6', [1]],
      ['at=gte.2030-03-01', [2]],
      ['mood=eq.wild', [2]],
      ['who=eq.00000000-0000-0000-0000-00000000000A', [1]],
      ['id=not.in.(1,2)', [3]],
      ['n=gte.5,n=lt.100,id=neq.1', [2]],
    ];
    const client = host.client();
    open.push(client);
    const passed = new Map<string, unknown[]>(cases.map(([filter]) => [filter, []]));
    const channel = client.channel('operators');
    for (const [filter] of cases) {
      channel.on<Row>(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'plain', filter },
        (change) => passed.get(filter)?.push(change.new.id),
      );
    }
    let isOver = false;
    const end = { event: 'DELETE', schema: 'public', table: 'plain' } as const;
    channel.on('postgres_changes', end, () => {
      isOver = true;
    });
    const systems: unknown[] = [];
    channel.on('system', {}, (message) => systems.push(message));
    channel.subscribe();
    await expect.poll(() => systems).toMatchObject([{ status: 'ok' }]);
    await rows();
    await host.sql`delete from plain where id = 1`;
    await expect.poll(() => isOver).toBe(true);
    expect(Object.fromEntries(passed)).toEqual(Object.fromEntries(cases));
  });

  test('the builder of the client makes filters that are understood', async () => {
    const filter = postgresChangesFilter().in('title', ['clay, wet', 'q"u']).gte('n', 10).build();
    const { changes } = await follow({ table: 'plain', filter });
    await rows();
    await expect.poll(() => ids(changes)).toEqual([2]);
  });

  test('an invalid filter is rejected with a reason', async () => {
    const cases = [
      ['nothing=eq.1', 'invalid column for filter nothing'],
      ['id=eq.many', 'invalid input syntax for type integer'],
      ['id=near.1', 'not of the form'],
      ['id', 'not of the form'],
      ['id=is.maybe', 'is for something else'],
      ['title=match.(', 'regular expression'],
      ['id=in.1', 'no readable value'],
    ] as const;
    await Promise.all(
      cases.map(async ([filter, message]) => {
        const { systems } = await follow({ table: 'plain', filter });
        expect(systems[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) });
      }),
    );
  });

  test('a table that is not published is rejected with a reason', async () => {
    const { systems } = await follow({ table: 'unpublished' });
    expect(systems[0]?.message).toContain(
      'Please check Realtime is enabled for the given connect parameters',
    );
  });
});

test('select names the columns that arrive', async () => {
  const { changes } = await follow({ table: 'plain', select: ['id', 'title'] });
  await host.sql`insert into plain (id, title, n) values (1, 'Paint', 5)`;
  await expect.poll(() => changes[0]?.new).toEqual({ id: 1, title: 'Paint' });
});

test('large values that did not change are still there', async () => {
  await host.sql`insert into plain (id, title) select 1, string_agg(md5(i::text), '') from generate_series(1, 3000) i`;
  const { changes } = await follow({ event: 'UPDATE', table: 'plain' });
  await host.sql`update plain set n = 1`;
  await expect.poll(() => String((changes[0]?.new as Row | undefined)?.title).length).toBe(96_000);
});

test('of a row that is too large only short values arrive, with a word why', async () => {
  const { changes } = await follow({ table: 'plain' });
  await host.sql`insert into plain (id, n, title) select 1, 7, string_agg(md5(i::text), '') from generate_series(1, 40000) i`;
  await expect
    .poll(() => changes[0])
    .toMatchObject({ errors: ['Error 413: Payload Too Large'], new: { id: 1, n: 7 } });
  expect(changes[0]?.new).not.toHaveProperty('title');
});

test('many rows of one transaction arrive in order', async () => {
  const { changes } = await follow({ table: 'plain' });
  await host.sql`insert into plain (id) select generate_series(1, 2000)`;
  await expect.poll(() => changes.length).toBe(2000);
  expect(ids(changes)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
});

test('two processes on one database each notify their own clients', async () => {
  const other = await host.addProcess();
  const here = await follow({ table: 'plain' });
  const there = await follow({ table: 'plain' }, {}, other);
  await host.sql`insert into plain (id) values (1), (2)`;
  await expect
    .poll(() => [ids(here.changes), ids(there.changes)])
    .toEqual([
      [1, 2],
      [1, 2],
    ]);
  await other.close();
});

test('a join may wait for its table changes, and fails when they cannot be had', async () => {
  const client = host.client();
  const status = (table: string) =>
    new Promise<string>((resolve) => {
      client
        .channel(`wait-${table}`, { config: { postgres_changes_options: { wait: true } } })
        .on('postgres_changes', { event: '*', schema: 'public', table }, () => undefined)
        .subscribe((state, error) => resolve(`${state} ${error?.message ?? ''}`));
    });
  expect(await status('plain')).toBe('SUBSCRIBED ');
  expect(await status('unpublished')).toContain('CHANNEL_ERROR RealtimeDisabledForConfiguration');
});

test('the host logged no errors', () => {
  expect(host.errors).toEqual([]);
});
