// The whole host: routing, common headers, invalid tokens, and behaviour while the database is unavailable.
// Uses a real database.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend } from './create-backend.ts';
import { jwtSecret, type RestHost, startRestHost } from './testing/rest-host.ts';

let host: RestHost;
beforeAll(async () => {
  host = await startRestHost('create table things (id int primary key); insert into things values (1);', {
    auth: (request) =>
      request.url.endsWith('/go')
        ? Response.redirect('http://elsewhere/')
        : Response.json({ path: new URL(request.url).pathname }),
  });
});
afterAll(() => host.close());

const fetchPath = (path: string, init?: RequestInit) =>
  host.backend.fetch(new Request(`http://localhost${path}`, init));
const sign = (claims: Record<string, unknown>, secret = jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

describe('paths', () => {
  test('/rest/v1 is the REST service', async () => {
    expect(await (await fetchPath('/rest/v1/things')).json()).toEqual([{ id: 1 }]);
  });

  test('/auth/v1 goes to the handler it was given', async () => {
    expect(await (await fetchPath('/auth/v1/health')).json()).toEqual({ path: '/auth/v1/health' });
  });

  test('a longer name is another path', async () => {
    expect((await fetchPath('/rest/v10/things')).status).toBe(404);
    expect((await fetchPath('/elsewhere')).status).toBe(404);
  });

  test('a fragment and an empty query change nothing', async () => {
    expect((await fetchPath('/rest/v1/things?#part')).status).toBe(200);
  });
});

describe('other origins', () => {
  test('a preflight allows methods and headers, also one it does not know', async () => {
    const response = await fetchPath('/rest/v1/things', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://a',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey, x-new-one',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    for (const name of [
      'authorization',
      'apikey',
      'x-client-info',
      'prefer',
      'accept-profile',
      'x-upsert',
      'tus-resumable',
      'x-new-one',
    ]) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
  });

  test('every answer may be read, errors and redirects too', async () => {
    for (const path of ['/rest/v1/things', '/rest/v1/nothing', '/auth/v1/go', '/elsewhere']) {
      const response = await fetchPath(path);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toContain('content-range');
    }
  });
});

describe('bad tokens', () => {
  const ask = (token: string) =>
    fetchPath('/rest/v1/things', { headers: { authorization: `Bearer ${token}` } });

  test('a token of another secret is 401 PGRST301', async () => {
    const response = await ask(await sign({ role: 'service_role' }, 'x'.repeat(40)));
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 'PGRST301',
      details: null,
      hint: null,
      message: 'JWT cryptographic operation failed',
    });
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT cryptographic operation failed"',
    );
  });

  test('an expired token is 401 PGRST303', async () => {
    const response = await ask(await sign({ role: 'authenticated', exp: 1000 }));
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 'PGRST303',
      details: null,
      hint: null,
      message: 'JWT expired',
    });
  });
});

describe('bodies', () => {
  test('one that is too large is rejected, with or without Content-Length', async () => {
    const small = await createBackend({
      tokenRules: 'supabase',
      databaseUrl: host.databaseUrl,
      schemas: ['public'],
      jwtSecret,
      maxBodyBytes: 100,
    });
    const post = (init: RequestInit) =>
      small.fetch(new Request('http://localhost/rest/v1/things', { method: 'POST', ...init }));
    const big = JSON.stringify({ id: 1, note: 'x'.repeat(200) });
    expect((await post({ body: big, headers: { 'content-length': String(big.length) } })).status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(60)));
      },
    });
    expect((await post({ body: stream, duplex: 'half' } as RequestInit)).status).toBe(413);
    await small.close();
  });

  test('the anonymous key may send less than the service key', async () => {
    const insert = async (role: string, body: string) => {
      const authorization = `Bearer ${await sign({ role })}`;
      const headers = { authorization, 'content-type': 'application/json', prefer: 'tx=rollback' };
      const { status } = await fetchPath('/rest/v1/things', { method: 'POST', headers, body });
      return status;
    };
    const long = JSON.stringify({ id: 'x'.repeat(2_000_000) });
    const wide = `[${'{"id":1},'.repeat(60_000)}{"id":1}]`;
    expect(await insert('anon', long)).toBe(413);
    expect(await insert('anon', wide)).toBe(413);
    // The database is asked, and finds that this is no number.
    expect(await insert('service_role', long)).toBe(400);
  });

  test.each([
    ['deep JSON', 'application/json', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 400],
    ['CSV of too many cells', 'text/csv', `id\n${'1\n'.repeat(60_000)}`, 413],
    ['a form of too many fields', 'application/x-www-form-urlencoded', '&a='.repeat(2000), 413],
    ['a form that is too long', 'application/x-www-form-urlencoded', `a=${'x'.repeat(300_000)}`, 413],
  ])('%s is rejected before it is parsed', async (_what, type, body, status) => {
    for (const path of ['/rest/v1/things', '/rest/v1/rpc/nothing']) {
      const answer = await fetchPath(path, { method: 'POST', headers: { 'content-type': type }, body });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code: 'PGRST102' });
    }
  });
});

describe('while the database is away', () => {
  test('a host without a database responds 503 PGRST002 with Retry-After', async () => {
    const errors: string[] = [];
    const lonely = await createBackend({
      tokenRules: 'supabase',
      databaseUrl: 'postgres://nobody:nothing@127.0.0.1:1/none',
      schemas: ['public'],
      jwtSecret,
      onError: (message) => errors.push(message),
    });
    const response = await lonely.fetch(new Request('http://localhost/rest/v1/things'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ code: 'PGRST002' });
    expect(errors.length).toBeGreaterThan(0);
    await lonely.close();
  });

  test('cut connections are replaced: the next reads succeed, and changes made meanwhile are seen', async () => {
    await fetchPath('/rest/v1/things');
    await host.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
    await host.sql`create table meanwhile (id int)`;
    const readTogether = async () =>
      new Set(
        await Promise.all(Array.from({ length: 8 }, async () => (await fetchPath('/rest/v1/things')).status)),
      );
    // While the schema watch reconnects, the host may briefly respond 503 with Retry-After.
    await expect.poll(readTogether).toEqual(new Set([200]));
    expect(await readTogether()).toEqual(new Set([200]));
    expect((await fetchPath('/rest/v1/meanwhile')).status).toBe(200);
  });

  test('a request on a connection that is cut under it is 503 with a code, and the next one works', async () => {
    await host.sql`create function wait() returns void language sql as 'select pg_sleep(10)'`;
    const running = host.ask('POST /rpc/wait', { body: {} });
    await expect
      .poll(
        async () =>
          (
            await host.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%"wait"%' and usename = 'authenticator' and datname = current_database()`
          ).length,
      )
      .toBe(1);
    const answer = await running;
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ code: 'PGRST000' });
    expect((await fetchPath('/rest/v1/things')).status).toBe(200);
  });
});
