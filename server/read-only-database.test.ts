// A database that may only be read answers "select 1" like any other. What writes gets 503 with Retry-After from every
// service, what reads goes on, and when changes are accepted again everything works without a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { ready } from './health/ready.ts';
import { type StudioApp, startStudioApp } from './testing/studio-app.ts';

let studio: StudioApp;
const name = () => new URL(studio.databaseUrl).pathname.slice(1);
const PERSON = { email: 'reader@studio.test', password: 'a long enough password' };

/** As after a failover to a standby: for every connection, those that are open included. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const admin = openSql(studio.databaseUrl, { max: 1 });
  await admin.begin('read write', (within) =>
    within.unsafe(`alter database ${name()} set default_transaction_read_only = ${isReadOnly}`),
  );
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await admin.end({ timeout: 0 });
}

beforeAll(async () => {
  studio = await startStudioApp();
  const service = { authorization: `Bearer ${studio.secrets.serviceRoleKey}` };
  await ask('POST', '/auth/v1/admin/users', { ...PERSON, email_confirm: true }, service);
  // The role that callers' connections log in as gets its password with the first of them.
  await ask('GET', '/rest/v1/offerings?limit=1');
  await setReadOnly(true);
});
afterAll(async () => {
  await setReadOnly(false);
  await studio.close();
});

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return studio.fetch(
    new Request(new URL(path, studio.siteUrl), {
      method,
      headers: {
        apikey: studio.secrets.serviceRoleKey,
        authorization: `Bearer ${studio.secrets.serviceRoleKey}`,
        origin: studio.siteUrl,
        ...(body !== undefined && !(body instanceof Blob) && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    }),
  );
}

const WRITES: [string, string, unknown][] = [
  ['POST', '/rest/v1/disciplines', { slug: 'new', name: 'New' }],
  ['PATCH', '/rest/v1/studio?id=not.is.null', { name: 'Other' }],
  ['DELETE', '/rest/v1/disciplines?slug=eq.none', undefined],
  ['POST', '/api/page-views', { page_path: '/classes' }],
  ['POST', '/api/newsletter/leave/00000000-0000-4000-8000-000000000000', undefined],
  ['POST', '/auth/v1/signup', { ...PERSON, email: 'new@studio.test' }],
  ['POST', '/auth/v1/token?grant_type=password', PERSON],
  ['POST', '/auth/v1/otp', { email: PERSON.email }],
  ['POST', '/auth/v1/recover', { email: PERSON.email }],
  ['POST', '/auth/v1/admin/users', { ...PERSON, email: 'third@studio.test' }],
  ['POST', '/storage/v1/bucket', { name: 'new', id: 'new' }],
  ['POST', '/storage/v1/object/brand/new.png', new Blob(['picture'], { type: 'image/png' })],
  ['DELETE', '/storage/v1/bucket/brand', undefined],
];

describe('while the database may only be read', () => {
  it.each(WRITES)('%s %s answers 503 with Retry-After', async (method, path, body) => {
    const answer = await ask(method, path, body);
    expect([answer.status, await answer.text()]).toEqual([503, expect.any(String)]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each(['/rest/v1/offerings?limit=1', '/auth/v1/settings', '/storage/v1/bucket'])(
    'GET %s is answered',
    async (path) => {
      await expect.poll(async () => (await ask('GET', path)).status).toBe(200);
    },
  );

  it('the program is not ready, and says why', async () => {
    const answer = await ready({ sql: studio.sql, dataDir: studio.dataDir, backend: undefined });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'read-only', disk: 'ok' },
    ]);
  });

  it('everything works again when changes are accepted', async () => {
    await setReadOnly(false);
    await expect
      .poll(async () => (await ask('POST', '/auth/v1/token?grant_type=password', PERSON)).status)
      .toBe(200);
    const answer = await ready({ sql: studio.sql, dataDir: studio.dataDir, backend: undefined });
    expect(answer.status).toBe(200);
  });
});
