// Changes of partitions are those of the table that they are parts of, and its row policies decide who receives them.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, it, test } from 'vitest';
import { type RealtimeHost, startRealtimeHost } from './testing/realtime-host.ts';

let host: RealtimeHost;
beforeAll(async () => {
  host = await startRealtimeHost(`
    create table docs (id int, region text, body text, primary key (id, region)) partition by list (region);
    create table docs_eu partition of docs for values in ('eu');
    create table docs_us partition of docs for values in ('us') partition by range (id);
    create table docs_us_low partition of docs_us for values from (0) to (1000);
    create table signs (id int primary key);
    alter table docs enable row level security;
    create policy "europe is secret" on docs for select using (region <> 'eu');
    alter publication supabase_realtime add table docs, signs;
  `);
});
afterAll(() => host.close());
const open: SupabaseClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.removeAllChannels()));
});

type Row = Record<string, unknown>;

async function follow(filter: { schema: string; table?: string; filter?: string }) {
  const client = host.client();
  open.push(client);
  await client.realtime.setAuth();
  const changes: { table: string; row: Row }[] = [];
  const answers: string[] = [];
  client
    .channel(`changes of ${JSON.stringify(filter)}`)
    .on<Row>('postgres_changes', { event: '*', ...filter }, ({ table, new: row }) =>
      changes.push({ table, row: row as Row }),
    )
    .on('system', {}, ({ extension, status }) => {
      if (extension === 'postgres_changes') answers.push(status);
    })
    .subscribe();
  await expect.poll(() => answers).not.toEqual([]);
  return { changes, answers };
}

it.each([
  { schema: 'public', table: 'docs_eu' },
  { schema: 'public', table: 'docs_us' },
  { schema: 'public', table: 'docs_us_low' },
  { schema: '*', table: 'docs_eu' },
  { schema: 'public', table: 'docs_eu', filter: 'id=gt.0' },
])('a subscription to a partition is rejected: %j', async (filter) => {
  expect((await follow(filter)).answers).toEqual(['error']);
});

async function changesOf(filter: Parameters<typeof follow>[0], id: number) {
  const { changes } = await follow({ ...filter });
  await host.sql`insert into docs values (${id}, 'eu', 'secret'), (${id}, 'us', 'shown')`;
  await host.sql`insert into docs_eu values (${id + 1}, 'eu', 'secret')`;
  await host.sql`insert into docs_us_low values (${id + 1}, 'us', 'shown')`;
  await expect.poll(() => changes.length).toBeGreaterThan(1);
  return changes;
}

test.each([
  [{ schema: 'public', table: 'docs' }, 10],
  [{ schema: 'public' }, 20],
  [{ schema: '*' }, 30],
])('%j receives the rows of partitions as rows of the table, under its policies', async (filter, id) => {
  expect(await changesOf(filter, id)).toEqual([
    { table: 'docs', row: { id, region: 'us', body: 'shown' } },
    { table: 'docs', row: { id: id + 1, region: 'us', body: 'shown' } },
  ]);
});

test('a publication that publishes partitions by themselves shows none of their rows', async () => {
  await host.sql`alter publication supabase_realtime set (publish_via_partition_root = false)`;
  const { changes } = await follow({ schema: 'public' });
  await host.sql`insert into docs values (40, 'eu', 'secret'), (40, 'us', 'shown')`;
  await host.sql`insert into signs values (1)`;
  await expect.poll(() => changes.length).toBeGreaterThan(0);
  expect(changes).toEqual([{ table: 'signs', row: { id: 1 } }]);
});
