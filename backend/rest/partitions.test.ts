// Partitions are not tables of the API: their rows are read and written as rows of the table that they are parts of, whose
// row policies hold.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type RestHost, startRestHost } from '../testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost(
    `
    create table docs (id int, region text, body text, primary key (id, region)) partition by list (region);
    create table docs_eu partition of docs for values in ('eu');
    create table docs_us partition of docs for values in ('us') partition by range (id);
    create table docs_us_low partition of docs_us for values from (0) to (100);
    create table "Docs Other" partition of docs default;
    create schema annex;
    grant usage on schema annex to anon, authenticated, service_role;
    create table annex.docs_mars partition of docs for values in ('mars');
    grant all on all tables in schema annex to anon;
    create table docs_asia (id int, region text, body text, primary key (id, region));
    create table notes (id int primary key, doc_id int, region text, foreign key (doc_id, region) references docs);
    create table links (id int primary key, doc_id int, region text, foreign key (doc_id, region) references docs_eu);
    alter table docs enable row level security;
    create policy "europe is secret" on docs using (region <> 'eu');
    insert into docs values (1, 'eu', 'secret'), (2, 'us', 'shown'), (3, 'moon', 'shown'), (4, 'mars', 'shown');
    insert into notes values (1, 1, 'eu'), (2, 2, 'us');
    insert into links values (1, 1, 'eu');
    create function europe() returns setof docs_eu language sql stable as 'select * from docs_eu';
    create function body_of(docs_eu) returns text language sql stable as 'select $1.body';`,
    { schemas: ['public', 'annex'] },
  );
});
afterAll(() => host.close());

interface Attempt {
  line: string;
  body?: object;
}
const row = { id: 9, region: 'eu', body: 'forged' };
const PARTITIONS = ['docs_eu', 'docs_us', 'docs_us_low', '%22Docs%20Other%22', 'Docs%20Other', 'docs_e%75'];

describe('a partition', () => {
  it.each(
    PARTITIONS.flatMap<Attempt>((name) => [
      { line: `GET /${name}` },
      { line: `HEAD /${name}` },
      { line: `GET /${name}?select=body&id=eq.1` },
      { line: `POST /${name}`, body: row },
      { line: `POST /${name}?columns=id,region`, body: row },
      { line: `PUT /${name}?id=eq.9&region=eq.eu`, body: row },
      { line: `PATCH /${name}?id=eq.1`, body: { body: 'forged' } },
      { line: `DELETE /${name}?id=eq.1` },
    ]),
  )('$line is answered as a table that does not exist', async ({ line, body }) => {
    for (const as of ['anon', 'service'] as const) {
      const answer = await host.ask(line, { as, body, headers: { prefer: 'return=representation' } });
      expect(answer.status).toBe(404);
      if (!line.startsWith('HEAD')) expect(answer.json).toMatchObject({ code: 'PGRST205' });
      expect(answer.text).not.toContain('secret');
    }
    expect(await host.sql`select body from docs where region = 'eu'`).toEqual([{ body: 'secret' }]);
  });

  it('is not found in a schema of its own either', async () => {
    const headers = { 'accept-profile': 'annex' };
    expect((await host.ask('GET /docs_mars', { as: 'anon', headers })).json).toMatchObject({
      code: 'PGRST205',
    });
  });

  it.each([
    'GET /docs?select=id,docs_eu(*)',
    'GET /notes?select=id,docs_eu(*)',
    'GET /links?select=id,docs_eu(*)',
    'GET /links?select=id,doc:docs_eu(body)',
    'GET /links?select=id,docs_eu!inner(body)',
    'GET /links?select=id,...docs_eu(body)',
    'GET /notes?select=id,docs_us_low(*)',
  ])('%s embeds nothing', async (line) => {
    expect((await host.ask(line, { as: 'anon' })).json).toMatchObject({ code: 'PGRST200' });
  });

  it('appears nowhere in the description of the API', async () => {
    const { text, json } = await host.ask('GET /', { as: 'service' });
    expect(Object.keys((json as { definitions: object }).definitions).sort()).toEqual([
      'docs',
      'docs_asia',
      'links',
      'notes',
    ]);
    expect(text).not.toMatch(/docs_(eu|us)|Docs Other/);
  });
});

test('rows are read, embedded and written through the table, under its policies', async () => {
  const { json } = await host.ask('GET /docs?select=id&order=id', { as: 'anon' });
  expect(json).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
  expect((await host.ask('GET /notes?select=id,docs(body)&order=id', { as: 'anon' })).json).toEqual([
    { id: 1, docs: null },
    { id: 2, docs: { body: 'shown' } },
  ]);
  expect((await host.ask('POST /docs', { as: 'anon', body: { id: 5, region: 'us' } })).status).toBe(201);
  expect((await host.ask('POST /docs', { as: 'anon', body: { id: 6, region: 'eu' } })).status).toBe(401);
});

test('a function that returns rows of a partition, written on purpose, still answers', async () => {
  expect((await host.ask('GET /rpc/europe?select=body')).json).toEqual([{ body: 'secret' }]);
  expect((await host.ask('GET /rpc/europe?select=body,docs(*)')).status).toBe(400);
});

test('a table disappears when it is attached and appears when it is detached', async () => {
  const status = async () => (await host.ask('GET /docs_asia', { as: 'anon' })).status;
  expect(await status()).toBe(200);
  await host.sql`alter table docs attach partition docs_asia for values in ('asia')`;
  await expect.poll(status).toBe(404);
  await host.sql`alter table docs detach partition docs_asia`;
  await expect.poll(status).toBe(200);
});
