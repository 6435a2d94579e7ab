// Table changes with the official client: what arrives, in which form, and for whom.
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RealtimeHost, startRealtimeHost, tokenFor } from './testing/realtime-host.ts';

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

describe('visibility', () => {
  const ana = { sub: '00000000-0000-0000-0000-00000000000a' };
  const bo = { sub: '00000000-0000-0000-0000-00000000000b' };

  test('rows under policies reach only those who may select them, without columns they may not', async () => {
    const [first, second, stranger, service] = await Promise.all([
      follow({ table: 'notes' }, { as: ana }),
      follow({ table: 'notes' }, { as: bo }),
      follow({ table: 'notes' }),
      follow({ table: 'notes' }, { as: { role: 'service_role' } }),
    ]);
    await host.sql`insert into notes values (1, ${ana.sub}, 'of Ana', 'x'), (2, ${bo.sub}, 'of Bo', 'x')`;
    await host.sql`update notes set body = 'still of Ana' where id = 1`;
    await expect.poll(() => service.changes.length).toBe(3);
    await expect.poll(() => first.changes.length).toBe(2);
    expect(first.changes[0]?.new).toEqual({ id: 1, owner: ana.sub, body: 'of Ana' });
    expect(ids(second.changes)).toEqual([2]);
    expect(stranger.changes).toEqual([]);
    expect(service.changes[0]?.new).toEqual({ id: 1, owner: ana.sub, body: 'of Ana', secret: 'x' });
  });

  test('of a deleted row under policies only the key is sent', async () => {
    await host.sql`alter table notes replica identity full`;
    await host.sql`insert into notes values (3, ${ana.sub}, 'of Ana', 'x')`;
    const [first, service] = await Promise.all([
      follow({ event: 'DELETE', table: 'notes' }, { as: bo }),
      follow({ event: 'DELETE', table: 'notes' }, { as: { role: 'service_role' } }),
    ]);
    await host.sql`delete from notes where id = 3`;
    await expect.poll(() => first.changes[0]?.old).toEqual({ id: 3 });
    await expect.poll(() => service.changes[0]?.old).toMatchObject({ id: 3, body: 'of Ana' });
    await host.sql`alter table notes replica identity default`;
  });

  test('a changed policy and a changed grant hold for the next change', async () => {
    const { changes } = await follow({ table: 'notes' }, { as: bo });
    const insert = (id: number) => host.sql`insert into notes values (${id}, ${ana.sub}, 'of Ana', 's')`;
    await insert(10);
    await host.sql`insert into notes values (1, ${bo.sub}, 'of Bo', 's')`;
    await expect.poll(() => ids(changes)).toEqual([1]);
    await host.sql`create policy "all" on notes for select to authenticated using (true)`;
    await insert(11);
    await expect.poll(() => changes.at(-1)?.new).toEqual({ id: 11, owner: ana.sub, body: 'of Ana' });
    await host.sql`grant select (secret) on notes to authenticated`;
    await insert(12);
    await expect
      .poll(() => changes.at(-1)?.new)
      .toEqual({ id: 12, owner: ana.sub, body: 'of Ana', secret: 's' });
    await host.sql`drop policy "all" on notes`;
    await host.sql`revoke select (secret) on notes from authenticated`;
    await insert(13);
    await host.sql`insert into notes values (14, ${bo.sub}, 'of Bo', 's')`;
    await expect.poll(() => ids(changes)).toEqual([1, 11, 12, 14]);
  });

  test('a filter cannot ask about a column that may not be read', async () => {
    const { systems } = await follow({ table: 'notes', filter: 'secret=eq.x' }, { as: ana });
    expect(systems[0]).toMatchObject({ status: 'error', message: expect.stringContaining('invalid column') });
  });

  test('who may not read a table learns no more than that something happened', async () => {
    const { changes } = await follow({ table: 'hidden' });
    await host.sql`insert into hidden values (1)`;
    await expect.poll(() => changes[0]).toMatchObject({ new: {}, errors: ['Error 401: Unauthorized'] });
  });

  test('rows without a key arrive whole, and under policies not at all', async () => {
    const [open, locked] = await Promise.all([
      follow({ table: 'keyless' }),
      follow({ table: 'locked_keyless' }),
    ]);
    await host.sql`insert into keyless values (1, 'x')`;
    await host.sql`update keyless set b = 'y'`;
    await host.sql`insert into locked_keyless values (1)`;
    await expect
      .poll(() => open.changes.map((change) => [change.new, change.old]))
      .toEqual([
        [{ a: 1, b: 'x' }, {}],
        [
          { a: 1, b: 'y' },
          { a: 1, b: 'x' },
        ],
      ]);
    await expect
      .poll(() => locked.changes[0])
      .toMatchObject({
        new: {},
        errors: ['Error 400: Bad Request, no primary key'],
      });
  });

  test('another token on the same channel changes what is visible', async () => {
    const { client, changes } = await follow({ table: 'notes' }, { as: ana });
    await host.sql`insert into notes values (1, ${bo.sub}, 'of Bo', 'x'), (2, ${ana.sub}, 'of Ana', 'x')`;
    await expect.poll(() => ids(changes)).toEqual([2]);
    await client.realtime.setAuth(await tokenFor(bo));
    // The new token and the row take different ways to the host.
    let id = 100;
    await expect
      .poll(async () => {
        id += 1;
        await host.sql`insert into notes values (${id}, ${bo.sub}, 'of Bo', 'x')`;
        return changes.length;
      })
      .toBeGreaterThan(1);
    expect(ids(changes)).not.toContain(1);
  });
});

test('the host logged no errors', () => {
  expect(host.errors).toEqual([]);
});
