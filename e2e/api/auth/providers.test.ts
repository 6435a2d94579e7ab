// Signing in through Google with the official client, against a small provider of our own.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Host, isForeign, newEmail, openHost } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

let person = { sub: '', email: '', email_verified: true, name: 'Grace' };

/** From the address the client was given to the address the browser ends at. */
async function walk(url: string): Promise<URL> {
  const authorize = new URL(url);
  const toProvider = authorize.pathname.endsWith('/auth/v1/authorize')
    ? (await host.ask('GET', `/authorize${authorize.search}`)).location
    : url;
  const back = await host.stage.provider.approve(toProvider ?? '');
  const { location } = await host.ask('GET', `/callback${back.search}`);
  return new URL(location ?? '');
}

describe.skipIf(isForeign)('a provider', () => {
  beforeEach(async () => {
    person = { ...person, sub: String(Math.floor(Math.random() * 1e12)), email: newEmail() };
    await host.stage.provider.setPerson(person);
  });

  it('signs a new person in, by the PKCE flow', async () => {
    const client = host.newClient({ flowType: 'pkce' });
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${host.siteUrl}/in`, skipBrowserRedirect: true },
    });
    const target = await walk(data.url ?? '');
    expect(target.origin + target.pathname).toBe(`${host.siteUrl}/in`);
    const { data: session, error } = await client.auth.exchangeCodeForSession(
      target.searchParams.get('code') ?? '',
    );
    expect([error, session.user?.email]).toEqual([null, person.email]);
    expect(session.session?.provider_token).toEqual(expect.any(String));
  });

  it('is linked to a person, listed and unlinked', async () => {
    const person = await host.newPerson();
    const { data, error } = await person.client.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(error).toBeNull();
    await walk(data.url ?? '');
    const { data: listed } = await person.client.auth.getUserIdentities();
    expect(listed?.identities.map((identity) => identity.provider)).toEqual(['email', 'google']);
    const google = listed?.identities.find((identity) => identity.provider === 'google');
    if (!google) throw new Error('google is not linked');
    expect((await person.client.auth.unlinkIdentity(google)).error).toBeNull();
    const [last] = (await person.client.auth.getUserIdentities()).data?.identities ?? [];
    if (!last) throw new Error('no identity is left');
    const rejected = await person.client.auth.unlinkIdentity(last);
    expect([rejected.error?.status, rejected.error?.code]).toEqual([422, 'single_identity_not_deletable']);
  });

  it('is trusted by its ID token, with the nonce of who asked', async () => {
    const nonce = 'a-random-nonce';
    const token = await host.stage.provider.idToken({
      nonce: createHash('sha256').update(nonce).digest('hex'),
    });
    const client = host.newClient();
    const wrong = await client.auth.signInWithIdToken({ provider: 'google', token, nonce: 'another' });
    expect(wrong.error?.status).toBe(400);
    const { data, error } = await client.auth.signInWithIdToken({ provider: 'google', token, nonce });
    expect([error, data.user?.email]).toEqual([null, person.email]);
    const forged = await client.auth.signInWithIdToken({
      provider: 'google',
      token: await host.stage.provider.idToken({ isForged: true }),
    });
    expect(forged.error?.status).toBe(400);
  });
});

describe('a provider that is not set up', () => {
  it('is rejected', async () => {
    const { status, json } = await host.ask('GET', '/authorize?provider=bitbucket');
    expect([status, json]).toEqual([
      400,
      { code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' },
    ]);
    const { error } = await host.newClient().auth.signInWithIdToken({ provider: 'apple', token: 'x' });
    expect([error?.status, error?.code]).toEqual([400, 'provider_disabled']);
  });

  it('is SAML', async () => {
    const { error } = await host.newClient().auth.signInWithSSO({ domain: 'example.com' });
    expect([error?.status, error?.code, error?.message]).toEqual([
      404,
      'saml_provider_disabled',
      'SAML 2.0 is disabled',
    ]);
  });

  it('is a wallet', async () => {
    const { status, json } = await host.ask('POST', '/token?grant_type=web3', {
      body: { chain: 'solana', message: 'x', signature: 'y' },
    });
    expect([status, json]).toEqual([
      422,
      { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' },
    ]);
  });
});
