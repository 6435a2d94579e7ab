import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../factors/totp.ts';
import { routes } from '../routes.ts';
import { newPhone, type Person, signIn, signUpPerson } from '../testing/people.ts';
import { type AnswerBody, siteUrl, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

let passedS = 0;
const testNow = () => new Date(Date.now() + passedS * 1000);
const pass = (seconds: number) => {
  passedS += seconds;
  test.pass(seconds);
};

const redirect = 'https://portfolio.example.com/callback';
const asAdmin = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/admin/oauth/clients${path}`, { token: test.serviceRoleKey, body });

async function newClient(more: Record<string, unknown> = {}) {
  const { status, json } = await asAdmin('POST', '', {
    client_name: 'Portfolio',
    redirect_uris: [redirect],
    ...more,
  });
  expect(status).toBe(201);
  return { id: String(json.client_id), secret: String(json.client_secret ?? ''), json };
}

function newChallenge() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

function authorizeQuery(clientId: string, challenge: string, more: Record<string, string> = {}): string {
  return new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'their-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }).toString();
}

async function begin(clientId: string, challenge: string, more?: Record<string, string>): Promise<string> {
  const { status, location } = await test.ask(
    'GET',
    `/oauth/authorize?${authorizeQuery(clientId, challenge, more)}`,
  );
  expect([status, location.origin + location.pathname]).toEqual([302, `${siteUrl}/oauth/consent`]);
  return location.searchParams.get('authorization_id') ?? '';
}

async function approve(person: Person, authorizationId: string): Promise<URL> {
  const { status, json } = await test.ask('POST', `/oauth/authorizations/${authorizationId}/consent`, {
    token: person.token,
    body: { action: 'approve' },
  });
  expect(status).toBe(200);
  return new URL(String(json.redirect_url));
}

const exchange = (form: Record<string, string>, headers: Record<string, string> = {}, host = test) =>
  host.ask('POST', '/oauth/token', {
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

async function letIn(
  person: Person,
  client: { id: string; secret: string },
  more?: Record<string, string>,
  host = test,
): Promise<AnswerBody> {
  const { verifier, challenge } = newChallenge();
  const back = await approve(person, await begin(client.id, challenge, more));
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    client_id: client.id,
    client_secret: client.secret,
  };
  const { status, json } = await exchange(form, {}, host);
  expect(status).toBe(200);
  return json;
}

describe('applications', () => {
  it('are registered with a secret that is shown once', async () => {
    const { id, secret, json } = await newClient({ client_uri: 'https://portfolio.example.com' });
    expect(json).toMatchObject({
      client_name: 'Portfolio',
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      registration_type: 'manual',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
    expect(secret.length).toBeGreaterThan(40);
    const read = await asAdmin('GET', `/${id}`);
    expect(read.json).not.toHaveProperty('client_secret');
    const [row] = await test.sql`select * from auth.oauth_clients where id = ${id}`;
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('are listed in pages, changed, given a new secret and deleted', async () => {
    const client = await newClient();
    const list = await asAdmin('GET', '?page=1&per_page=1');
    expect((list.json.clients as unknown[]).length).toBe(1);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0);
    const changed = await asAdmin('PUT', `/${client.id}`, { client_name: 'Renamed' });
    expect([changed.status, changed.json.client_name]).toEqual([200, 'Renamed']);
    const renewed = await asAdmin('POST', `/${client.id}/regenerate_secret`);
    expect(renewed.status).toBe(200);
    expect(renewed.json.client_secret).not.toBe(client.secret);
    expect((await asAdmin('DELETE', `/${client.id}`)).status).toBe(204);
    expect((await asAdmin('GET', `/${client.id}`)).status).toBe(404);
  });

  it.each([
    ['no address', { redirect_uris: [] }, 'redirect_uris'],
    ['a missing address', { redirect_uris: undefined }, 'redirect_uris'],
    ['plain http', { redirect_uris: ['http://example.com/'] }, 'redirect_uri'],
    ['a fragment', { redirect_uris: ['https://example.com/#x'] }, 'redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uri'],
    ['a user name', { redirect_uris: ['https://onda.studio@evil.example/'] }, 'redirect_uri'],
    ['a backslash', { redirect_uris: ['https://evil.example\\@onda.studio/'] }, 'redirect_uri'],
    ['a line break', { redirect_uris: ['https://evil.exa\nmple/'] }, 'redirect_uri'],
    ['an escaped host', { redirect_uris: ['https://evil%2Eexample/'] }, 'redirect_uri'],
    ['a host in other letters', { redirect_uris: ['https://evil。example/'] }, 'redirect_uri'],
    ['local by figures', { redirect_uris: ['http://2130706433/'] }, 'redirect_uri'],
    ['a way back up', { redirect_uris: ['https://evil.example/a/../b'] }, 'redirect_uri'],
    ['a page with a user name', { client_uri: 'https://onda.studio@evil.example/' }, 'client_uri'],
    ['a picture by script', { logo_uri: 'javascript:alert(1)' }, 'logo_uri'],
    ['a grant unknown', { grant_types: ['password'] }, 'grant_types'],
    ['a method unknown', { token_endpoint_auth_method: 'mtls' }, 'token_endpoint_auth_method'],
    [
      'a contradiction',
      { client_type: 'public', token_endpoint_auth_method: 'client_secret_post' },
      'client_type',
    ],
  ])('are refused with %s', async (_case, more, word) => {
    const { status, json } = await asAdmin('POST', '', {
      client_name: 'X',
      redirect_uris: [redirect],
      ...more,
    });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.message).toContain(word);
  });

  it('may introduce themselves only when that is on', async () => {
    const body = { client_name: 'New', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
    const closed = await test.ask('POST', '/oauth/clients/register', { body });
    expect(closed.status).toBe(403);
    const open = test.withOptions({
      oauthServer: { enabled: true, dynamicRegistration: true, authorizationPath: '/oauth/consent' },
    });
    const { status, json } = await open.ask('POST', '/oauth/clients/register', { body });
    expect([status, json.registration_type, json.client_type]).toEqual([201, 'dynamic', 'public']);
    expect(json).not.toHaveProperty('client_secret');
  });

  it('find the addresses they need', async () => {
    const { json } = await test.ask('GET', '/.well-known/oauth-authorization-server');
    expect(json).toMatchObject({
      issuer: `${siteUrl}/auth/v1`,
      token_endpoint: `${siteUrl}/auth/v1/oauth/token`,
      code_challenge_methods_supported: ['S256', 'plain'],
    });
  });
});

describe('letting an application in', () => {
  it('asks the person, then gives a code, then tokens', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    const { verifier, challenge } = newChallenge();
    const id = await begin(client.id, challenge, { nonce: 'n-1' });
    const details = await test.ask('GET', `/oauth/authorizations/${id}`, { token: person.token });
    expect(details.json).toEqual({
      authorization_id: id,
      redirect_uri: redirect,
      client: { id: client.id, name: 'Portfolio', uri: '', logo_uri: '' },
      user: { id: person.id, email: person.email },
      scope: 'openid email profile',
    });
    const back = await approve(person, id);
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirect, 'their-state']);
    const { status, json } = await exchange(
      {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirect,
        code_verifier: verifier,
      },
      { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid email profile' });
    expect(decodeJwt(json.access_token)).toMatchObject({
      sub: person.id,
      client_id: client.id,
      scope: 'openid email profile',
      amr: [{ method: 'oauth_provider/authorization_code' }],
    });
    expect(decodeJwt(String(json.id_token))).toMatchObject({
      aud: client.id,
      sub: person.id,
      nonce: 'n-1',
      email: person.email,
      email_verified: true,
    });
    const info = await test.ask('GET', '/oauth/userinfo', { token: json.access_token });
    expect(info.json).toMatchObject({ sub: person.id, email: person.email });
  });

  it('does not ask twice for the same', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    await letIn(person, client);
    const { challenge } = newChallenge();
    const again = await test.ask('GET', `/oauth/authorizations/${await begin(client.id, challenge)}`, {
      token: person.token,
    });
    expect(new URL(String(again.json.redirect_url)).searchParams.get('code')).toBeTruthy();
    const more = await test.ask(
      'GET',
      `/oauth/authorizations/${await begin(client.id, challenge, { scope: 'openid phone' })}`,
      { token: person.token },
    );
    expect(more.json.scope).toBe('openid phone');
  });

  it('keeps what was let in before among what is shown as granted', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    await letIn(person, client, { scope: 'openid email' });
    await letIn(person, client, { scope: 'openid phone' });
    const { json } = await test.ask('GET', '/user/oauth/grants', { token: person.token });
    expect(json).toMatchObject([{ scopes: ['openid', 'email', 'phone'] }]);
  });

  it('needs the second factor of who has one, also where nothing is asked', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    await letIn(person, client);
    const { json: factor } = await test.ask('POST', '/factors', {
      token: person.token,
      body: { factor_type: 'totp' },
    });
    const { json: asked } = await test.ask('POST', `/factors/${factor.id}/challenge`, {
      token: person.token,
      body: {},
    });
    const { secret } = factor.totp as { secret: string };
    const proven = await test.ask('POST', `/factors/${factor.id}/verify`, {
      token: person.token,
      body: { challenge_id: asked.id, code: totpCode(secret, totpStep(testNow())) },
    });
    const { access_token: weak } = await signIn(test, person);
    const id = await begin(client.id, newChallenge().challenge);
    const path = `/oauth/authorizations/${id}`;
    const refused = [
      await test.ask('GET', path, { token: weak }),
      await test.ask('POST', `${path}/consent`, { token: weak, body: { action: 'approve' } }),
    ];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      Array(2).fill([403, 'insufficient_aal']),
    );
    const { json } = await test.ask('GET', path, { token: proven.json.access_token });
    expect(json).toHaveProperty('redirect_url');
  });

  it('can be refused', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    const id = await begin(client.id, newChallenge().challenge);
    const { json } = await test.ask('POST', `/oauth/authorizations/${id}/consent`, {
      token: person.token,
      body: { action: 'deny' },
    });
    const back = new URL(String(json.redirect_url));
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      'access_denied',
      'their-state',
    ]);
    const again = await test.ask('GET', `/oauth/authorizations/${id}`, { token: person.token });
    expect([again.status, again.json.code]).toEqual([400, 'validation_failed']);
  });

  it('is the business of one person, and not for ever', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const client = await newClient();
    const id = await begin(client.id, newChallenge().challenge);
    await test.ask('GET', `/oauth/authorizations/${id}`, { token: person.token });
    const statuses = [
      await test.ask('GET', `/oauth/authorizations/${id}`, { token: other.token }),
      await test.ask('GET', '/oauth/authorizations/nonsense', { token: person.token }),
    ];
    pass(601);
    statuses.push(await test.ask('GET', `/oauth/authorizations/${id}`, { token: person.token }));
    expect(statuses.map(({ status, json }) => [status, json.code])).toEqual(
      Array(3).fill([404, 'oauth_authorization_not_found']),
    );
  });

  it('sends nobody to an address that is not registered', async () => {
    const client = await newClient();
    const { challenge } = newChallenge();
    const foreign = authorizeQuery(client.id, challenge, { redirect_uri: 'https://evil.example.com/' });
    const unknown = authorizeQuery(crypto.randomUUID(), challenge);
    for (const query of [foreign, unknown, 'client_id=x']) {
      const answer = await test.ask('GET', `/oauth/authorize?${query}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  it.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['another response', { response_type: 'token' }],
    ['a scope unknown', { scope: 'everything' }],
  ])('tells the application about %s', async (_case, more) => {
    const client = await newClient();
    const query = authorizeQuery(client.id, newChallenge().challenge, more);
    const { location } = await test.ask('GET', `/oauth/authorize?${query}`);
    expect([location.origin, location.searchParams.get('error')]).toEqual([
      'https://portfolio.example.com',
      'invalid_request',
    ]);
  });
});

describe('the code of an application', () => {
  it('works once, for the right client with the right verifier, for five minutes', async () => {
    const person = await signUpPerson(test);
    const [client, other] = [await newClient(), await newClient()];
    const { verifier, challenge } = newChallenge();
    const code = (await approve(person, await begin(client.id, challenge))).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
      client_id: client.id,
      client_secret: client.secret,
    };
    const refused = [
      await exchange({ ...form, client_secret: 'wrong' }),
      await exchange({ ...form, client_id: crypto.randomUUID() }),
      await exchange({ ...form, client_id: other.id, client_secret: other.secret }),
      await exchange({ ...form, code_verifier: 'wrong' }),
      await exchange({ ...form, redirect_uri: 'https://elsewhere.example.com/' }),
      await exchange({ ...form, grant_type: 'password' }),
      await exchange({ ...form, grant_type: '' }),
      await exchange({ ...form, code: '' }),
    ];
    expect(refused.map(({ status, json }) => [status, json.error])).toEqual([
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [400, 'unsupported_grant_type'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
    const both = await Promise.all([exchange(form), exchange(form)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);

    const late = (await approve(person, await begin(client.id, challenge, { scope: 'phone' }))).searchParams;
    pass(301);
    const { json } = await exchange({ ...form, code: late.get('code') ?? '' });
    expect(json.error).toBe('invalid_grant');
  });

  it('needs no secret of a public application', async () => {
    const person = await signUpPerson(test);
    const client = await newClient({ token_endpoint_auth_method: 'none' });
    expect((await letIn(person, client)).access_token).toBeTruthy();
  });
});

describe('the session of an application', () => {
  it('is refreshed by that application alone', async () => {
    const person = await signUpPerson(test);
    const [client, other] = [await newClient(), await newClient()];
    const { refresh_token } = await letIn(person, client);
    const form = { grant_type: 'refresh_token', refresh_token };
    const stranger = await exchange({ ...form, client_id: other.id, client_secret: other.secret });
    expect([stranger.status, stranger.json.error]).toEqual([400, 'invalid_grant']);
    const site = await test.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
    expect(site.json.code).toBe('refresh_token_not_found');
    const own = await exchange({ ...form, client_id: client.id, client_secret: client.secret });
    expect([own.status, own.json.scope]).toEqual([200, 'openid email profile']);
    expect(decodeJwt(own.json.access_token).client_id).toBe(client.id);
  });

  it('opens no address that asks who one is, but what it may know and its own sign-out', async () => {
    const person = await signUpPerson(test);
    const { access_token: token } = await letIn(person, await newClient());
    const open: string[] = [];
    for (const [method, path] of routes) {
      const address = path.replace(/:\w+/g, crypto.randomUUID());
      const body = method === 'GET' ? undefined : {};
      const stranger = await test.ask(method, address, { body });
      if (stranger.json.code !== 'no_authorization' || path === '/logout') continue;
      const { status } = await test.ask(method, address, { token, body });
      if (status !== 403) open.push(`${method} ${path} ${status}`);
    }
    expect(open).toEqual(['GET /oauth/userinfo 200']);
    await test.ask('POST', '/logout?scope=global', { token });
    expect((await test.ask('GET', '/user', { token: person.token })).status).toBe(200);
    expect((await test.ask('GET', '/oauth/userinfo', { token })).json.code).toBe('session_not_found');
  });

  it('cannot link an identity, by which a stranger would come in', async () => {
    const { access_token: token } = await letIn(await signUpPerson(test), await newClient());
    const { status, json } = await test.ask('POST', '/token?grant_type=id_token', {
      token,
      body: { provider: 'google', id_token: 'x.y.z', link_identity: true },
    });
    expect([status, json.code]).toEqual([403, 'no_authorization']);
  });

  it('has a token that says no more than its scopes, and names no role of the database', async () => {
    const person = await signUpPerson(test);
    const phone = newPhone();
    await test.sql`
      update auth.users set phone = ${phone}, raw_user_meta_data = raw_user_meta_data || '{"full_name": "Ana"}'
      where id = ${person.id}`;
    const learns: Record<string, string[]> = {
      openid: ['sub'],
      'openid email': ['email', 'email_verified', 'sub'],
      'openid phone': ['phone_number', 'phone_number_verified', 'sub'],
      'openid profile': ['name', 'sub', 'updated_at'],
    };
    for (const [scope, names] of Object.entries(learns)) {
      const { access_token: token } = await letIn(person, await newClient(), { scope });
      expect(JSON.stringify(decodeJwt(token))).not.toMatch(
        new RegExp(`${person.email}|${phone}|Ana|authenticated"?,"?role|"role":"authenticated"`),
      );
      expect(decodeJwt(token)).toMatchObject({ role: 'application', scope, client_id: expect.any(String) });
      const { json } = await test.ask('GET', '/oauth/userinfo', { token });
      expect(Object.keys(json).sort()).toEqual(names);
    }
  });

  it('gives scopes up with a refresh, for good, and never gets more', async () => {
    const client = await newClient();
    const { access_token: wide, refresh_token } = await letIn(await signUpPerson(test), client);
    const refresh = (token: string, scope?: string) =>
      exchange({
        grant_type: 'refresh_token',
        refresh_token: token,
        client_id: client.id,
        client_secret: client.secret,
        ...(scope && { scope }),
      });
    const more = await refresh(refresh_token, 'openid email phone');
    expect([more.status, more.json.error]).toEqual([400, 'invalid_scope']);
    const less = await refresh(refresh_token, 'openid');
    expect([less.status, less.json.scope]).toEqual([200, 'openid']);
    // Neither the older, wider token nor the next one brings back what was given up.
    for (const token of [wide, less.json.access_token])
      expect(Object.keys((await test.ask('GET', '/oauth/userinfo', { token })).json)).toEqual(['sub']);
    expect((await refresh(less.json.refresh_token, 'openid email')).json.error).toBe('invalid_scope');
    const kept = await refresh(less.json.refresh_token);
    expect([kept.json.scope, decodeJwt(kept.json.access_token).scope]).toEqual(['openid', 'openid']);
  });

  it('acts as its person where the host serves a Supabase project', async () => {
    const supabase = test.withOptions({ applicationsActAsUser: true });
    const person = await signUpPerson(test);
    const { access_token: token } = await letIn(person, await newClient(), {}, supabase);
    expect(decodeJwt(token)).toMatchObject({ role: 'authenticated', email: person.email });
    expect((await supabase.ask('GET', '/user', { token })).status).toBe(200);
    const changed = await supabase.ask('PUT', '/user', { token, body: { data: { a: 1 } } });
    expect([changed.status, changed.json.code]).toEqual([403, 'no_authorization']);
  });

  it('ends when the person takes the permission back', async () => {
    const person = await signUpPerson(test);
    const client = await newClient();
    const { access_token: token } = await letIn(person, client);
    const grants = await test.ask('GET', '/user/oauth/grants', { token: person.token });
    expect(grants.json).toEqual([
      {
        client: { id: client.id, name: 'Portfolio', uri: '', logo_uri: '' },
        scopes: ['openid', 'email', 'profile'],
        granted_at: expect.any(String),
      },
    ]);
    const revoke = (id: string) =>
      test.ask('DELETE', `/user/oauth/grants?client_id=${id}`, { token: person.token });
    expect((await revoke(client.id)).status).toBe(204);
    expect((await revoke(client.id)).status).toBe(404);
    expect((await revoke('x')).status).toBe(400);
    expect((await test.ask('GET', '/oauth/userinfo', { token })).json.code).toBe('session_not_found');
    expect((await test.ask('GET', '/user/oauth/grants', { token: person.token })).json).toEqual([]);
  });
});

describe('the OAuth server', () => {
  it('is gone when it is off', async () => {
    const off = test.withOptions({
      oauthServer: { enabled: false, dynamicRegistration: false, authorizationPath: '/x' },
    });
    expect((await off.ask('GET', '/admin/oauth/clients', { token: test.serviceRoleKey })).status).toBe(404);
    expect((await off.ask('POST', '/oauth/token', { body: {} })).status).toBe(404);
  });
});
