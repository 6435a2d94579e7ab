import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUpPerson } from '../testing/people.ts';
import type { ProviderServer } from '../testing/provider-server.ts';
import type { TestAuth } from '../testing/start-auth.ts';
import { startWithProvider, type WithProvider } from '../testing/with-provider.ts';

let stage: WithProvider;
let test: TestAuth;
let provider: ProviderServer;
beforeAll(async () => {
  stage = await startWithProvider();
  ({ test, provider } = stage);
});
afterAll(() => stage.close());
beforeEach(() => stage.switchPerson());

describe('an ID token', () => {
  const present = (body: Record<string, unknown>, token?: string) =>
    test.ask('POST', '/token?grant_type=id_token', { body: { provider: 'google', ...body }, token });

  it('of the provider gives a session', async () => {
    const { status, json } = await present({ id_token: await provider.idToken() });
    expect([status, json.user.email]).toEqual([200, provider.person.email]);
    expect(decodeJwt(json.access_token).amr).toMatchObject([{ method: 'oauth', provider: 'google' }]);
  });

  it('of one of our apps is accepted', async () => {
    const id_token = await provider.idToken({}, { audience: 'studio-phone-app' });
    expect((await present({ id_token })).status).toBe(200);
  });

  it('carries the hash of the nonce', async () => {
    const nonce = 'a-random-nonce';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const id_token = await provider.idToken({ nonce: hashed });
    const answers = [
      await present({ id_token, nonce }),
      await present({ id_token, nonce: 'another' }),
      await present({ id_token }),
      await present({ id_token: await provider.idToken(), nonce }),
      await present({ id_token, nonce: hashed }),
    ];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
      [200, undefined],
      [400, 'invalid nonce'],
      [400, 'invalid request'],
      [400, 'invalid request'],
      [400, 'invalid nonce'],
    ]);
  });

  it('goes with its access token', async () => {
    const access_token = 'the-access-token';
    const at_hash = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
    const id_token = await provider.idToken({ at_hash });
    expect((await present({ id_token, access_token })).status).toBe(200);
    expect((await present({ id_token, access_token: 'another' })).status).toBe(400);
  });

  it('that is forged, foreign, expired or invalid is rejected', async () => {
    const hmac = `${Buffer.from('{"alg":"HS256","kid":"provider-key"}').toString('base64url')}.e30.AAAA`;
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: '1' })).toString('base64url')}.`;
    for (const id_token of [
      await provider.forgedIdToken(),
      await provider.idToken({}, { audience: 'someone-else' }),
      await provider.idToken({}, { issuer: 'https://evil.example.com' }),
      await provider.idToken({}, { expires: '1h ago' }),
      hmac,
      none,
      'nonsense',
      '',
    ]) {
      const { status, json } = await present({ id_token });
      expect([status, json.error]).toEqual([400, 'invalid request']);
    }
  });

  it('of an unconfigured provider is rejected by name', async () => {
    const { status, json } = await present({ provider: 'apple', id_token: 'x' });
    expect([status, json]).toEqual([
      400,
      { code: 'provider_disabled', message: 'Provider (issuer "https://appleid.apple.com") is not enabled' },
    ]);
  });

  it('links to the current user when requested', async () => {
    const person = await signUpPerson(test);
    const body = { id_token: await provider.idToken(), link_identity: true };
    expect((await present(body)).status).toBe(401);
    const { json } = await present(body, person.token);
    expect([json.user.id, json.user.identities]).toMatchObject([
      person.id,
      [{ provider: 'email' }, { provider: 'google' }],
    ]);
    const again = await present(body, person.token);
    expect([again.status, again.json.code]).toEqual([422, 'identity_already_exists']);
  });
});
