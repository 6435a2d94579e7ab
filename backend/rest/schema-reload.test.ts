// The next request sees the truth: after new tables, columns, functions, policies, grants and settings, at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';

let host: RestHost;
let seen: string[][];
beforeAll(async () => {
  seen = [];
  host = await startRestHost('create table first (id int primary key); insert into first values (1);', {
    onRead: (relations) => seen.push(relations),
  });
});
afterAll(() => host.close());

describe('after a change of the schema', () => {
  test('a new table answers at once', async () => {
    await host.sql`create table second (id int primary key, first_id int references first)`;
    expect((await host.ask('GET /second')).status).toBe(200);
  });

  test('a new relationship embeds at once', async () => {
    await host.sql`create table third (id int primary key, second_id int references second)`;
    expect((await host.ask('GET /third?select=id,second(first(id))')).status).toBe(200);
  });

  test('a new column is read and written at once', async () => {
    await host.sql`alter table first add column note text default 'n'`;
    expect((await host.ask('GET /first?select=note')).json).toEqual([{ note: 'n' }]);
    await host.sql`alter table first add column more text`;
    expect((await host.ask('POST /first', { body: { id: 2, more: 'x' } })).status).toBe(201);
  });

  test('a column of another type takes its new values at once', async () => {
    await host.sql`create table typed (id int primary key, value int)`;
    expect((await host.ask('POST /typed', { body: { id: 1, value: 1 } })).status).toBe(201);
    await host.sql`alter table typed alter column value type text`;
    expect((await host.ask('POST /typed', { body: { id: 2, value: 'words' } })).status).toBe(201);
  });

  test('a new function is called at once, a replaced one gives its new result', async () => {
    await host.sql`create function answer() returns int language sql as 'select 1'`;
    expect((await host.ask('POST /rpc/answer')).json).toBe(1);
    await host.sql`create or replace function answer() returns int language sql as 'select 2'`;
    expect((await host.ask('POST /rpc/answer')).json).toBe(2);
  });

  test('a dropped table is gone at once', async () => {
    await host.sql`create table brief (id int)`;
    expect((await host.ask('GET /brief')).status).toBe(200);
    await host.sql`drop table brief`;
    const answer = await host.ask('GET /brief');
    expect(answer.status).toBe(404);
  });

  test('a new policy and a revoked right hold at once', async () => {
    await host.sql`create table guarded (id int)`;
    await host.sql`insert into guarded values (1), (2)`;
    expect((await host.ask('GET /guarded', { as: 'anon' })).json).toHaveLength(2);
    await host.sql`alter table guarded enable row level security`;
    expect((await host.ask('GET /guarded', { as: 'anon' })).json).toHaveLength(0);
    await host.sql`create policy one on guarded using (id = 1)`;
    expect((await host.ask('GET /guarded', { as: 'anon' })).json).toHaveLength(1);
    await host.sql`revoke all on guarded from anon`;
    expect((await host.ask('GET /guarded', { as: 'anon' })).status).toBe(401);
  });

  test('rules set in the database hold after notify', async () => {
    try {
      await host.sql`insert into first select generate_series(10, 20)`;
      await host.sql`alter role authenticator set pgrst.db_max_rows = '3'`;
      await host.sql`notify pgrst, 'reload config'`;
      await expect.poll(async () => (await host.ask('GET /first')).json).toHaveLength(3);
    } finally {
      await host.sql`alter role authenticator reset pgrst.db_max_rows`;
    }
  });
});

describe('the tables of a read are reported before it runs', () => {
  test('tables, embeds, and the tables behind views', async () => {
    await host.sql`create view seen_through as select s.id from second s join first f on f.id = s.first_id`;
    await host.ask('GET /seen_through');
    seen.length = 0;
    await host.ask('GET /first?select=id,second(id)');
    await host.ask('GET /seen_through');
    await host.ask('POST /rpc/answer');
    await host.ask('PATCH /first?id=eq.1', { body: { note: 'x' } });
    expect(seen.map((relations) => relations.toSorted())).toEqual([
      ['public.first', 'public.second'],
      ['public.first', 'public.second'],
    ]);
  });

  test('a function that only reads may read anything', async () => {
    await host.sql`create function peek() returns int language sql stable as 'select 1'`;
    seen.length = 0;
    await host.ask('GET /rpc/peek');
    expect(seen).toEqual([['*']]);
  });
});
