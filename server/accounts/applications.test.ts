// An application that the owner let in holds a real token of this host. It reads what its scopes say, and nothing else:
// not at the product API, the pages, the data, the files, the channels or the functions, and not in the database itself.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { ask, signUp, type TestPerson } from './testing/people.ts';

let studio: StudioApp;
let owner: TestPerson;
let token: string;
let refreshToken: string;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'staff', 'owner');
  ({ token, refreshToken } = await letIn(owner, 'openid'));
});
afterAll(() => studio?.close());

async function letIn(person: TestPerson, scope: string) {
  const redirect_uri = 'https://portfolio.example.com/back';
  const verifier = randomBytes(32).toString('base64url');
  const made = await ask(studio, 'POST /auth/v1/admin/oauth/clients', {
    as: { token: studio.secrets.serviceRoleKey },
    body: { client_name: 'Portfolio', redirect_uris: [redirect_uri] },
  });
  const query = new URLSearchParams({
    client_id: String(made.json.client_id),
    redirect_uri,
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await studio.fetch(new Request(`${studio.siteUrl}/auth/v1/oauth/authorize?${query}`));
  const id = new URL(begun.headers.get('location') ?? '').searchParams.get('authorization_id');
  const agreed = await ask(studio, `POST /auth/v1/oauth/authorizations/${id}/consent`, {
    as: person,
    body: { action: 'approve' },
  });
  const { json } = await ask(studio, 'POST /auth/v1/oauth/token', {
    body: {
      grant_type: 'authorization_code',
      code: new URL(String(agreed.json.redirect_url)).searchParams.get('code'),
      code_verifier: verifier,
      client_id: made.json.client_id,
      client_secret: made.json.client_secret,
    },
  });
  return { token: String(json.access_token), refreshToken: String(json.refresh_token) };
}

/** A cookie of the site around the token, as a program of the application could send it. */
const sessionCookie = () => {
  const session = {
    access_token: token,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: 3600,
  };
  return `sb-onda-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
};

describe('the token of an application', () => {
  it('reads what its scopes say', async () => {
    const { status, json } = await ask(studio, 'GET /auth/v1/oauth/userinfo', { as: { token } });
    expect([status, json]).toEqual([200, { sub: owner.id }]);
  });

  it.each([
    'POST /api/studio/keys/reveal',
    'GET /api/studio/keys',
    'GET /api/studio/system',
    'GET /api/studio/export',
    'POST /api/studio/backups',
    'GET /api/account/sessions',
    'GET /api/account/events',
    'GET /api/account/people',
    'POST /api/account/people/invite',
    'POST /api/contact',
    'GET /api/a-route-that-comes-later',
    'GET /dashboard',
    'GET /dashboard/people',
    'GET /classes',
    'GET /rest/v1/profiles',
    'GET /rest/v1/classes',
    'PATCH /rest/v1/profiles?user_id=not.is.null',
    'POST /rest/v1/rpc/my_profile',
    'POST /rest/v1/rpc/staff_counts',
    'POST /realtime/v1/api/broadcast',
    'POST /functions/v1/calendar',
  ])('does not open %s', async (line) => {
    const body = line.startsWith('GET') ? undefined : {};
    const { status, json } = await ask(studio, line, { as: { token }, body });
    expect([status, JSON.stringify(json)]).toEqual([
      403,
      expect.stringMatching(/insufficient_scope|issued to an application/i),
    ]);
  });

  it('does not open files, nor links to them', async () => {
    for (const line of ['GET /storage/v1/bucket', 'POST /storage/v1/object/list/media']) {
      const { json } = await ask(studio, line, {
        as: { token },
        body: line.startsWith('GET') ? undefined : { prefix: '' },
      });
      expect(json).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
    }
  });

  it('is not accepted in a cookie of the site', async () => {
    for (const cookie of [sessionCookie(), `passkey-token=${token}`]) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      for (const line of ['GET /api/account/sessions', 'POST /api/studio/keys/reveal']) {
        const body = line.startsWith('GET') ? undefined : {};
        expect((await ask(studio, line, { headers, body })).status).toBe(401);
      }
      const visit = studio.clients.visit(new Request(studio.siteUrl, { headers }));
      expect([visit.proof, await visit.visitor()]).toEqual(['none', { user: null, roles: [] }]);
    }
  });

  it('is worth no more than no key where a key is asked for', async () => {
    const headers = { apikey: token };
    const { json } = await ask(studio, 'GET /rest/v1/roles?select=user_id', { headers });
    expect(json).not.toMatchObject([{ user_id: owner.id }]);
    const mine = await ask(studio, 'POST /rest/v1/rpc/my_profile', { headers, body: {} });
    expect(mine.status).toBe(401);
  });

  it('is not traded for a session of the person', async () => {
    const refreshed = await ask(studio, 'POST /auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: refreshToken },
    });
    expect([refreshed.status, refreshed.json.error_code]).toEqual([400, 'refresh_token_not_found']);
    expect((await ask(studio, 'GET /auth/v1/user', { as: { token } })).status).toBe(403);
  });
});

describe('the database behind a gateway that lets the token through', () => {
  const claims = (more: object = {}) =>
    JSON.stringify({ sub: owner.id, role: 'authenticated', aud: 'authenticated', aal: 'aal2', ...more });
  const as = <T>(claim: string, work: (tx: TransactionSql) => Promise<T>): Promise<T> =>
    studio.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claim}, true), set_config('role', 'authenticated', true)`;
      return work(tx);
    }) as Promise<T>;
  const rights = (tx: TransactionSql) => tx`
    select public.is_staff() as staff, public.has_role('owner') as owner, public.has_role('member') as member,
      (select count(*)::int from public.profiles) as profiles, (select count(*)::int from public.roles) as roles`;

  it('gives it no role and no row', async () => {
    expect(await as(claims(), rights)).toMatchObject([{ staff: true, owner: true, member: true }]);
    expect(await as(claims({ client_id: 'x', scope: 'openid' }), rights)).toEqual([
      { staff: false, owner: false, member: false, profiles: 0, roles: 0 },
    ]);
  });

  it('closes every table to it, also one that is made later', async () => {
    await studio.sql`create table public.made_later (id int)`;
    const open = await studio.sql`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p')
        and (n.nspname = 'public' or c.oid in (
          'storage.objects'::regclass, 'storage.buckets'::regclass, 'realtime.messages'::regclass))
        and not exists (
          select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
            and p.polroles = array['authenticated'::regrole::oid])`;
    expect(open.map(({ name }) => name)).toEqual([]);
    await studio.sql`drop table public.made_later`;
  });
});
