import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderServer } from '../testing/provider-server.ts';
import type { TestAuth } from '../testing/start-auth.ts';
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

describe('providers added at run time', () => {
  const asAdmin = (method: string, path: string, body?: unknown) =>
    test.ask(method, `/admin/custom-providers${path}`, { token: test.serviceRoleKey, body });
  const wanted = (identifier: string) => ({
    provider_type: 'oidc',
    identifier,
    name: 'Studio',
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    issuer: provider.url,
  });

  it('sign people in by OpenID Connect', async () => {
    const made = await asAdmin('POST', '', wanted('custom:studio'));
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      identifier: 'custom:studio',
      enabled: true,
      discovery_document: { issuer: provider.url },
    });
    expect(JSON.stringify(made.json)).not.toContain(provider.clientSecret);
    const [row] =
      await test.sql`select client_secret from auth.custom_oauth_providers where identifier = 'custom:studio'`;
    expect(row?.client_secret).not.toContain(provider.clientSecret);

    const fragment = fragmentOf(await roundTrip('provider=custom:studio'));
    const { json } = await test.ask('GET', '/user', { token: fragment.get('access_token') ?? '' });
    expect(json.app_metadata).toMatchObject({ provider: 'custom:studio' });
    const byToken = await test.ask('POST', '/token?grant_type=id_token', {
      body: { provider: 'custom:studio', id_token: await provider.idToken() },
    });
    expect(byToken.json.user.id).toBe(json.id);
  });

  it('sign people in by plain OAuth, with claims under other names', async () => {
    await asAdmin('POST', '', {
      ...wanted('custom:plain'),
      provider_type: 'oauth2',
      authorization_url: `${provider.url}/authorize`,
      token_url: `${provider.url}/token`,
      userinfo_url: `${provider.url}/userinfo`,
      attribute_mapping: { full_name: 'name' },
      scopes: ['profile'],
    });
    const fragment = fragmentOf(await roundTrip('provider=custom:plain'));
    const { json } = await test.ask('GET', '/user', { token: fragment.get('access_token') ?? '' });
    expect(json).toMatchObject({ email: provider.person.email, user_metadata: { full_name: 'Grace' } });
  });

  it('are listed, changed, switched off and deleted', async () => {
    await asAdmin('POST', '', wanted('custom:other'));
    const list = await asAdmin('GET', '?type=oidc');
    expect((list.json.providers as { identifier: string }[]).map((one) => one.identifier)).toContain(
      'custom:other',
    );
    const changed = await asAdmin('PUT', '/custom:other', {
      name: 'Renamed',
      enabled: false,
      scopes: ['groups'],
    });
    expect(changed.json).toMatchObject({ name: 'Renamed', enabled: false, scopes: ['groups'] });
    expect((await test.ask('GET', '/authorize?provider=custom:other')).status).toBe(400);
    expect((await asAdmin('GET', '/custom:other')).json.name).toBe('Renamed');
    expect((await asAdmin('DELETE', '/custom:other')).status).toBe(204);
    expect((await asAdmin('GET', '/custom:other')).status).toBe(404);
  });

  it('are rejected when invalid', async () => {
    await asAdmin('POST', '', wanted('custom:once'));
    const cases = [
      await asAdmin('POST', '', wanted('custom:once')),
      await asAdmin('POST', '', wanted('studio')),
      await asAdmin('POST', '', { ...wanted('custom:a1'), issuer: `${provider.url}/elsewhere` }),
      await asAdmin('POST', '', { ...wanted('custom:a2'), issuer: 'http://example.com' }),
      await asAdmin('POST', '', { ...wanted('custom:a3'), client_secret: '' }),
      await asAdmin('POST', '', { ...wanted('custom:a4'), provider_type: 'oauth2' }),
      await asAdmin('POST', '', { ...wanted('custom:a5'), scopes: 'all' }),
    ];
    expect(cases.map(({ status, json }) => [status, json.code])).toEqual([
      [409, 'conflict'],
      ...Array(5).fill([400, 'validation_failed']),
      [400, 'bad_json'],
    ]);
  });
});
