import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { createRequestWrites, withRequestWrites } from '#backend/database/request-writes.ts';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import { createDatabaseWatch, type DatabaseWatch } from './database-watch.ts';
import { unavailable } from './http/unavailable.ts';
import { createLogger } from './logger.ts';
import { type DatabaseProxy, openDatabaseProxy } from './testing/database-proxy.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let watch: DatabaseWatch;
let sql: Sql;

beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  watch = createDatabaseWatch({ url: proxy.url, log: createLogger('silent') });
  sql = openSql(proxy.url, { max: 2 });
});
afterAll(async () => {
  await watch.close();
  await sql.end({ timeout: 0 });
  await proxy.close();
  await database.drop();
});

/** As a page does: it asks the database and answers 500 when that fails. */
function get(path = '/classes'): Promise<Response> {
  const request = new Request(`http://studio.test${path}`);
  return watch.guard(
    async () => {
      try {
        await sql`select 1`;
        return new Response('a page');
      } catch {
        return new Response('fault', { status: 500 });
      }
    },
    () => unavailable(request),
  );
}

async function expectBack(): Promise<void> {
  await expect.poll(async () => (await get()).status).toBe(200);
}

test('a lost database makes pages answer 503 with Retry-After, and it recovers by itself', async () => {
  expect((await get()).status).toBe(200);
  await proxy.cut();
  const page = await get();
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('We’ll be back in a moment');
  const call = await get('/auth/v1/token');
  expect(call.status).toBe(503);
  expect(await call.json()).toMatchObject({ code: 'database_unavailable' });
  await proxy.restore();
  await expectBack();
});

test('a fault of a request that missed the database is answered as such, although the database is back', async () => {
  await expectBack();
  const writes = createRequestWrites();
  const answer = await withRequestWrites(writes, () =>
    watch.guard(
      async () => {
        writes.noteFailure(
          Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' }),
        );
        return new Response('fault', { status: 500 });
      },
      () => unavailable(new Request('http://studio.test/contact', { method: 'POST' })),
    ),
  );
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});

test('a database that stops answering makes waiting requests answer 503, and the next without starting them', async () => {
  await expectBack();
  proxy.freeze();
  const answers = await Promise.all([get(), get('/rest/v1/classes'), get('/account')]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  let started = 0;
  const next = await watch.guard(
    () => new Response(`started ${++started}`),
    () => new Response(null, { status: 503 }),
  );
  expect([next.status, started]).toEqual([503, 0]);
  await proxy.restore();
  await expectBack();
});

test('a request that needs no database is answered while it is away', async () => {
  await expectBack();
  await proxy.cut();
  await get();
  const playing = await watch.guard(
    () => new Response('now playing'),
    () => new Response(null, { status: 503 }),
    { isStartedAnyway: true },
  );
  expect(playing.status).toBe(200);
  await proxy.restore();
  await expectBack();
});

test('it notices that the database is back also where a request that was given up had asked first', async () => {
  await expectBack();
  await proxy.cut();
  const writes = createRequestWrites();
  const answer = await withRequestWrites(writes, async () => {
    await writes.end();
    return get();
  });
  expect(answer.status).toBe(503);
  await proxy.restore();
  await expectBack();
});

test('errors of a request pass unchanged while the database answers', async () => {
  await expectBack();
  const answer = await watch.guard(
    () => new Response('fault', { status: 500 }),
    () => new Response(null, { status: 503 }),
  );
  expect(answer.status).toBe(500);
  await expect(
    watch.guard(
      () => Promise.reject(new Error('a bug')),
      () => new Response(null, { status: 503 }),
    ),
  ).rejects.toThrow('a bug');
});
