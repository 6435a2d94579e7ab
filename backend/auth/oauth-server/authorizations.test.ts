import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../factors/totp.ts';
import {
  approve,
  authorizeQuery,
  begin,
  exchange,
  letIn,
  newChallenge,
  newClient,
  redirect,
} from '../testing/applications.ts';
import { signIn, signUpPerson } from '../testing/people.ts';
import { startAuth, type TestAuth } from '../testing/start-auth.ts';

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

describe('authorizing an application', () => {
  it('asks for consent, then returns a code, then tokens', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    const { verifier, challenge } = newChallenge();
    const id = await begin(test, client.id, challenge, { nonce: 'n-1' });
    const details = await test.ask('GET', `/oauth/authorizations/${id}`, { token: person.token });
    expect(details.json).toEqual({
      authorization_id: id,
      redirect_uri: redirect,
      client: { id: client.id, name: 'Portfolio', uri: '', logo_uri: '' },
      user: { id: person.id, email: person.email },
      scope: 'openid email profile',
    });
    const back = await approve(test, person, id);
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirect, 'their-state']);
    const { status, json } = await exchange(
      test,
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

  it('does not ask twice for the same scopes', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    await letIn(test, person, client);
    const { challenge } = newChallenge();
    const again = await test.ask('GET', `/oauth/authorizations/${await begin(test, client.id, challenge)}`, {
      token: person.token,
    });
    expect(new URL(String(again.json.redirect_url)).searchParams.get('code')).toBeTruthy();
    const more = await test.ask(
      'GET',
      `/oauth/authorizations/${await begin(test, client.id, challenge, { scope: 'openid phone' })}`,
      { token: person.token },
    );
    expect(more.json.scope).toBe('openid phone');
  });

  it('shows earlier grants as granted', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    await letIn(test, person, client, { scope: 'openid email' });
    await letIn(test, person, client, { scope: 'openid phone' });
    const { json } = await test.ask('GET', '/user/oauth/grants', { token: person.token });
    expect(json).toMatchObject([{ scopes: ['openid', 'email', 'phone'] }]);
  });

  it('requires an enrolled second factor, also when no consent is needed', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    await letIn(test, person, client);
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
    const id = await begin(test, client.id, newChallenge().challenge);
    const path = `/oauth/authorizations/${id}`;
    const rejected = [
      await test.ask('GET', path, { token: weak }),
      await test.ask('POST', `${path}/consent`, { token: weak, body: { action: 'approve' } }),
    ];
    expect(rejected.map(({ status, json }) => [status, json.code])).toEqual(
      Array(2).fill([403, 'insufficient_aal']),
    );
    const { json } = await test.ask('GET', path, { token: proven.json.access_token });
    expect(json).toHaveProperty('redirect_url');
  });

  it('can be denied', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    const id = await begin(test, client.id, newChallenge().challenge);
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

  it('belongs to one user and expires', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const client = await newClient(test);
    const id = await begin(test, client.id, newChallenge().challenge);
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

  it('never redirects to an unregistered address', async () => {
    const client = await newClient(test);
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
  ])('reports %s to the application', async (_case, more) => {
    const client = await newClient(test);
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
    const [client, other] = [await newClient(test), await newClient(test)];
    const { verifier, challenge } = newChallenge();
    const code =
      (await approve(test, person, await begin(test, client.id, challenge))).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
      client_id: client.id,
      client_secret: client.secret,
    };
    const rejected = [
      await exchange(test, { ...form, client_secret: 'wrong' }),
      await exchange(test, { ...form, client_id: crypto.randomUUID() }),
      await exchange(test, { ...form, client_id: other.id, client_secret: other.secret }),
      await exchange(test, { ...form, code_verifier: 'wrong' }),
      await exchange(test, { ...form, redirect_uri: 'https://elsewhere.example.com/' }),
      await exchange(test, { ...form, grant_type: 'password' }),
      await exchange(test, { ...form, grant_type: '' }),
      await exchange(test, { ...form, code: '' }),
    ];
    expect(rejected.map(({ status, json }) => [status, json.error])).toEqual([
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
      [400, 'unsupported_grant_type'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
    const both = await Promise.all([exchange(test, form), exchange(test, form)]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);

    const late = (await approve(test, person, await begin(test, client.id, challenge, { scope: 'phone' })))
      .searchParams;
    pass(301);
    const { json } = await exchange(test, { ...form, code: late.get('code') ?? '' });
    expect(json.error).toBe('invalid_grant');
  });

  it('needs no secret of a public application', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test, { token_endpoint_auth_method: 'none' });
    expect((await letIn(test, person, client)).access_token).toBeTruthy();
  });
});
