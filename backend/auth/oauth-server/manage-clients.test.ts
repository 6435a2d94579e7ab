import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, newClient, redirect } from '../testing/applications.ts';
import { siteUrl, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

describe('applications', () => {
  it('are registered with a secret that is shown once', async () => {
    const { id, secret, json } = await newClient(test, { client_uri: 'https://portfolio.example.com' });
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
    const read = await asAdmin(test, 'GET', `/${id}`);
    expect(read.json).not.toHaveProperty('client_secret');
    const [row] = await test.sql`select * from auth.oauth_clients where id = ${id}`;
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('are listed in pages, changed, given a new secret and deleted', async () => {
    const client = await newClient(test);
    const list = await asAdmin(test, 'GET', '?page=1&per_page=1');
    expect((list.json.clients as unknown[]).length).toBe(1);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0);
    const changed = await asAdmin(test, 'PUT', `/${client.id}`, { client_name: 'Renamed' });
    expect([changed.status, changed.json.client_name]).toEqual([200, 'Renamed']);
    const renewed = await asAdmin(test, 'POST', `/${client.id}/regenerate_secret`);
    expect(renewed.status).toBe(200);
    expect(renewed.json.client_secret).not.toBe(client.secret);
    expect((await asAdmin(test, 'DELETE', `/${client.id}`)).status).toBe(204);
    expect((await asAdmin(test, 'GET', `/${client.id}`)).status).toBe(404);
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
    ['a host in other characters', { redirect_uris: ['https://evil。example/'] }, 'redirect_uri'],
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
  ])('are rejected with %s', async (_case, more, word) => {
    const { status, json } = await asAdmin(test, 'POST', '', {
      client_name: 'X',
      redirect_uris: [redirect],
      ...more,
    });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.message).toContain(word);
  });

  it('may register themselves only when enabled', async () => {
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

  it('discover the endpoints', async () => {
    const { json } = await test.ask('GET', '/.well-known/oauth-authorization-server');
    expect(json).toMatchObject({
      issuer: `${siteUrl}/auth/v1`,
      token_endpoint: `${siteUrl}/auth/v1/oauth/token`,
      code_challenge_methods_supported: ['S256', 'plain'],
    });
  });
});

describe('the OAuth server', () => {
  it('is not found when disabled', async () => {
    const off = test.withOptions({
      oauthServer: { enabled: false, dynamicRegistration: false, authorizationPath: '/x' },
    });
    expect((await off.ask('GET', '/admin/oauth/clients', { token: test.serviceRoleKey })).status).toBe(404);
    expect((await off.ask('POST', '/oauth/token', { body: {} })).status).toBe(404);
  });
});
