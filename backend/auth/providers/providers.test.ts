import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmail, signUpPerson } from '../testing/people.ts';
import type { ProviderServer } from '../testing/provider-server.ts';
import { goodPassword, siteUrl, type TestAuth } from '../testing/start-auth.ts';
import { fragmentOf, startWithProvider, type WithProvider } from '../testing/with-provider.ts';

let stage: WithProvider;
let test: TestAuth;
let provider: ProviderServer;
beforeAll(async () => {
  stage = await startWithProvider();
  ({ test, provider } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.switchPerson());

const roundTrip: WithProvider['roundTrip'] = (query, options) => stage.roundTrip(query, options);

describe('signing in with a provider', () => {
  it.each(['google', 'github'])('%s gives a new person a session in the fragment', async (name) => {
    const answer = await roundTrip(`provider=${name}&redirect_to=https://app.example.com/in`);
    expect([answer.status, answer.location.origin + answer.location.pathname]).toEqual([
      302,
      'https://app.example.com/in',
    ]);
    const fragment = fragmentOf(answer);
    expect(fragment.get('provider_token')).toBeTruthy();
    expect(fragment.get('provider_refresh_token')).toMatch(/^refresh-/);
    const token = fragment.get('access_token') ?? '';
    const { json } = await test.ask('GET', '/user', { token });
    expect(json).toMatchObject({
      email: provider.person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { full_name: 'Grace', email_verified: true, provider_id: provider.person.sub },
      identities: [{ provider: name, id: provider.person.sub, email: provider.person.email }],
    });
    expect(decodeJwt(token).amr).toEqual([
      { method: 'oauth', provider: name, timestamp: expect.any(Number) },
    ]);
  });

  it('recognises the user with a changed address and name', async () => {
    const first = fragmentOf(await roundTrip('provider=google'));
    provider.person = { ...provider.person, email: newEmail(), name: 'Grace H.' };
    const second = fragmentOf(await roundTrip('provider=google'));
    expect(decodeJwt(second.get('access_token') ?? '').sub).toBe(
      decodeJwt(first.get('access_token') ?? '').sub,
    );
    const { json } = await test.ask('GET', '/user', { token: second.get('access_token') ?? '' });
    expect(json.user_metadata).toMatchObject({ full_name: 'Grace H.' });
  });

  it('gives a PKCE client a code, once', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const answer = await roundTrip(`provider=google&code_challenge=${challenge}&code_challenge_method=S256`);
    expect(answer.location.hash).toBe('');
    const body = { auth_code: answer.location.searchParams.get('code'), code_verifier: verifier };
    const { status, json } = await test.ask('POST', '/token?grant_type=pkce', { body });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
      user: { email: provider.person.email },
    });
    expect((await test.ask('POST', '/token?grant_type=pkce', { body })).status).toBe(404);
  });

  it("passes the client's parameters on, but never replaces ours", async () => {
    const { location } = await test.ask(
      'GET',
      '/authorize?provider=google&scopes=calendar&login_hint=a@example.com&client_id=evil&redirect_uri=https://evil.com&state=mine',
    );
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: `${siteUrl}/auth/v1/callback`,
      scope: 'openid email profile calendar',
      login_hint: 'a@example.com',
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('can answer with the address instead of going there', async () => {
    const { status, json } = await test.ask('GET', '/authorize?provider=google&skip_http_redirect=true');
    expect([status, new URL(String(json.url)).pathname]).toEqual([200, '/authorize']);
  });

  it.each(['nobody', 'apple', '', 'custom:none', 'toString'])('rejects the provider "%s"', async (name) => {
    const { status, json } = await test.ask('GET', `/authorize?provider=${name}`);
    expect([status, json]).toEqual([
      400,
      { code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' },
    ]);
  });

  it("returns the provider's error", async () => {
    const answer = await roundTrip('provider=google&prompt=reject');
    expect(fragmentOf(answer).get('error')).toBe('access_denied');
  });

  it('accepts a state once, only its own, and for a limited time', async () => {
    const sent = await test.ask('GET', '/authorize?provider=google');
    const back = await provider.approve(sent.location.href);
    expect(fragmentOf(await test.ask('GET', `/callback${back.search}`)).get('access_token')).toBeTruthy();
    const replay = await test.ask('GET', `/callback${back.search}`);
    const late = await test.ask('GET', '/authorize?provider=google');
    const lateBack = await provider.approve(late.location.href);
    test.pass(601);
    const codes = [
      replay,
      await test.ask('GET', `/callback${lateBack.search}`),
      await test.ask('GET', '/callback?code=x&state=nonsense'),
      await test.ask('GET', `/callback?code=x&state=${crypto.randomUUID()}`),
      await test.ask('GET', '/callback'),
    ].map((answer) => [answer.status, answer.location.origin, fragmentOf(answer).get('error_code')]);
    expect(codes).toEqual(Array(5).fill([302, siteUrl, 'bad_oauth_state']));
  });

  it('comes back with an error when the provider does not know the code', async () => {
    const sent = await test.ask('GET', '/authorize?provider=google');
    const state = sent.location.searchParams.get('state');
    const answer = await test.ask('GET', `/callback?code=made-up&state=${state}`);
    expect(fragmentOf(answer).get('error_code')).toBe('bad_oauth_callback');
    const again = await test.ask('GET', '/authorize?provider=google');
    const missing = await test.ask('GET', `/callback?state=${again.location.searchParams.get('state')}`);
    expect(fragmentOf(missing).get('error_code')).toBe('bad_oauth_callback');
  });

  it('accepts the response as a form', async () => {
    const sent = await test.ask('GET', '/authorize?provider=google');
    const back = await provider.approve(sent.location.href);
    const answer = await test.ask('POST', '/callback', {
      rawBody: back.search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(fragmentOf(answer).get('access_token')).toBeTruthy();
  });

  it('admits no new user when sign-up is disabled', async () => {
    const closed = test.withOptions({ signup: false });
    const sent = await closed.ask('GET', '/authorize?provider=google');
    const back = await provider.approve(sent.location.href);
    const answer = await closed.ask('GET', `/callback${back.search}`);
    expect(fragmentOf(answer).get('error_code')).toBe('signup_disabled');
  });

  it('rejects banned users', async () => {
    const token = fragmentOf(await roundTrip('provider=google')).get('access_token') ?? '';
    await test.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${String(decodeJwt(token).sub)}`;
    expect(fragmentOf(await roundTrip('provider=google')).get('error_code')).toBe('user_banned');
  });
});

describe('the same address', () => {
  it('confirmed on both sides is one user', async () => {
    const person = await signUpPerson(test);
    provider.person = { ...provider.person, email: person.email.toUpperCase() };
    const token = fragmentOf(await roundTrip('provider=google')).get('access_token') ?? '';
    const { json } = await test.ask('GET', '/user', { token });
    expect([json.id, json.app_metadata]).toMatchObject([
      person.id,
      { provider: 'email', providers: ['email', 'google'] },
    ]);
  });

  it('unverified by the provider links nothing', async () => {
    const person = await signUpPerson(test);
    provider.person = { ...provider.person, email: person.email, email_verified: false };
    const answer = await roundTrip('provider=github');
    expect(fragmentOf(answer).get('error_code')).toBe('provider_email_needs_verification');
    const [row] =
      await test.sql`select count(*)::int as count from auth.identities where user_id = ${person.id}`;
    expect(row?.count).toBe(1);
  });

  it('unverified by the provider must be confirmed here by a new user', async () => {
    provider.person = { ...provider.person, email_verified: false };
    const email = provider.person.email ?? '';
    const answer = await roundTrip('provider=github');
    expect(fragmentOf(answer).get('error_code')).toBe('provider_email_needs_verification');
    const { json } = await test.ask('POST', '/verify', {
      body: { type: 'signup', token_hash: test.mailTo(email).tokenHash },
    });
    expect(json.user).toMatchObject({ email, identities: [{ provider: 'github' }] });
    expect(fragmentOf(await roundTrip('provider=github')).get('access_token')).toBeTruthy();
  });

  it("removes someone else's password from an address they never confirmed", async () => {
    const email = provider.person.email ?? '';
    await test.ask('POST', '/signup', {
      body: { email, password: goodPassword, data: { name: 'Stranger' } },
    });
    const token = fragmentOf(await roundTrip('provider=google')).get('access_token') ?? '';
    const { json } = await test.ask('GET', '/user', { token });
    expect(json.user_metadata).not.toMatchObject({ name: 'Stranger' });
    const signIn = await test.ask('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(signIn.json.code).toBe('invalid_credentials');
  });

  it("does not leave a stranger's provider on an address that its owner signs up with", async () => {
    provider.person = { ...provider.person, email_verified: false };
    const email = provider.person.email ?? '';
    await roundTrip('provider=github');
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const { json } = await test.ask('POST', '/verify', {
      body: { type: 'signup', email, token: test.mailTo(email).code },
    });
    expect(json.user.identities).toMatchObject([{ provider: 'email' }]);
    expect(fragmentOf(await roundTrip('provider=github')).get('access_token')).toBeNull();
  });

  it.each([
    ['a code', async (email: string) => test.ask('POST', '/otp', { body: { email } }), 'email'],
    ['a recovery', async (email: string) => test.ask('POST', '/recover', { body: { email } }), 'recovery'],
    [
      'an invitation',
      async (email: string) => test.ask('POST', '/invite', { token: test.serviceRoleKey, body: { email } }),
      'invite',
    ],
  ])('proven by %s removes the password of a stranger', async (_case, begin, type) => {
    const email = newEmail();
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    await begin(email);
    const proven = await test.ask('POST', '/verify', {
      body: { type, email, token: test.mailTo(email).code },
    });
    expect(proven.status).toBe(200);
    const { json } = await test.ask('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(json.code).toBe('invalid_credentials');
  });

  it('is needed', async () => {
    provider.person = { sub: provider.person.sub };
    expect(fragmentOf(await roundTrip('provider=github')).get('error_code')).toBe('bad_oauth_callback');
  });
});

describe('linking one more identity', () => {
  const link = (token: string, name = 'google') =>
    roundTrip(`provider=${name}&skip_http_redirect=true`, { path: '/user/identities/authorize', token });

  it('adds it to the person who asked, and takes it away again', async () => {
    const person = await signUpPerson(test);
    const answer = await link(person.token);
    expect(decodeJwt(fragmentOf(answer).get('access_token') ?? '').sub).toBe(person.id);
    const { json } = await test.ask('GET', '/user', { token: person.token });
    const identities = json.identities as { provider: string; identity_id: string }[];
    expect(identities.map((identity) => identity.provider)).toEqual(['email', 'google']);
    expect(json.email).toBe(person.email);

    const google = identities.find((identity) => identity.provider === 'google')?.identity_id;
    const removed = await test.ask('DELETE', `/user/identities/${google}`, { token: person.token });
    expect([removed.status, removed.json]).toEqual([200, {}]);
    const after = await test.ask('GET', '/user', { token: person.token });
    expect(after.json.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
  });

  it('rejects one that is taken', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    await link(person.token);
    expect(fragmentOf(await link(person.token)).get('error_code')).toBe('identity_already_exists');
    expect(fragmentOf(await link(other.token)).get('error_code')).toBe('identity_already_exists');
  });

  it('never takes away the last one, nor that of another person', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const identityOf = async (token: string) => {
      const { json } = await test.ask('GET', '/user', { token });
      return (json.identities as { identity_id: string }[])[0]?.identity_id;
    };
    const cases = [
      await test.ask('DELETE', `/user/identities/${await identityOf(person.token)}`, { token: person.token }),
      await test.ask('DELETE', `/user/identities/${await identityOf(other.token)}`, { token: person.token }),
      await test.ask('DELETE', '/user/identities/nonsense', { token: person.token }),
    ];
    expect(cases.map(({ status, json }) => [status, json.code])).toEqual([
      [422, 'single_identity_not_deletable'],
      [422, 'identity_not_found'],
      [404, 'validation_failed'],
    ]);
  });

  it('makes an anonymous user permanent', async () => {
    const { json: session } = await test.ask('POST', '/signup', { body: {} });
    await link(session.access_token);
    const { json } = await test.ask('GET', '/user', { token: session.access_token });
    expect(json).toMatchObject({ id: session.user.id, is_anonymous: false, email: provider.person.email });
  });

  it('can be off', async () => {
    const off = test.withOptions({ manualLinking: false });
    const { token } = await signUpPerson(test);
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=google'],
      ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ] as const) {
      const { status, json } = await off.ask(method, path, { token });
      expect([status, json]).toEqual([
        404,
        { code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
      ]);
    }
  });
});
