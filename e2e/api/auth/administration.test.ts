// What the service key can do, with the official client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, newEmail, newPassword, openHost } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

const admin = () => host.admin.auth.admin;

describe('people', () => {
  it('are created, read, changed and deleted', async () => {
    const email = newEmail();
    const made = await admin().createUser({
      email,
      password: newPassword(),
      email_confirm: true,
      user_metadata: { full_name: 'Ines' },
      app_metadata: { role: 'teacher' },
    });
    expect(made.data.user).toMatchObject({
      email,
      app_metadata: { role: 'teacher' },
      user_metadata: { full_name: 'Ines' },
    });
    const id = made.data.user?.id ?? '';
    expect((await admin().getUserById(id)).data.user?.email).toBe(email);
    const changed = await admin().updateUserById(id, {
      app_metadata: { role: 'owner' },
      ban_duration: '24h',
    });
    expect(changed.data.user).toMatchObject({
      app_metadata: { role: 'owner' },
      banned_until: expect.any(String),
    });
    const unbanned = await admin().updateUserById(id, { ban_duration: 'none' });
    expect(unbanned.data.user?.banned_until).toBeUndefined();
    expect((await admin().deleteUser(id)).error).toBeNull();
    const gone = await admin().getUserById(id);
    expect([gone.error?.status, gone.error?.code]).toEqual([404, 'user_not_found']);
  });

  it('are listed in pages', async () => {
    for (let round = 0; round < 3; round += 1) await host.newPerson();
    const { data, error } = await admin().listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users).toHaveLength(2);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) });
    const bad = await admin().listUsers({ page: -1 });
    expect(bad.error?.status).toBe(400);
  });

  it('with a taken address are rejected', async () => {
    const { email } = await host.newPerson();
    const { error } = await admin().createUser({ email });
    expect([error?.status, error?.code]).toEqual([422, 'email_exists']);
  });

  it('are invited', async () => {
    const email = newEmail();
    const { data, error } = await admin().inviteUserByEmail(email, { data: { class: 'ceramics' } });
    expect([error, data.user?.email, data.user?.invited_at]).toEqual([null, email, expect.any(String)]);
  });

  it('who are banned cannot sign in, and their session is rejected', async () => {
    const person = await host.newPerson();
    const token = await person.token();
    await admin().updateUserById(person.user.id, { ban_duration: '1h' });
    const signIn = await host.newClient().auth.signInWithPassword(person);
    expect([signIn.error?.status, signIn.error?.code]).toEqual([400, 'user_banned']);
    const user = await host.ask('GET', '/user', { token });
    expect(user.status).toBe(403);
  });
});

describe('administration', () => {
  it('requires the service key', async () => {
    const person = await host.newPerson();
    for (const client of [host.newClient(), person.client]) {
      const { error } = await client.auth.admin.listUsers();
      expect(error?.status).toBeGreaterThanOrEqual(401);
    }
    const asUser = await host.ask('GET', '/admin/users', { token: await person.token() });
    expect([asUser.status, asUser.json.code]).toEqual([403, 'not_admin']);
    const asAnon = await host.ask('GET', '/admin/users', { token: host.anonKey });
    expect([asAnon.status, asAnon.json.code]).toEqual([403, 'not_admin']);
  });

  it('has a log of what happened', async () => {
    const person = await host.newPerson();
    const { status, json } = await host.ask('GET', '/admin/audit?per_page=5', { token: host.serviceRoleKey });
    expect(status).toBe(200);
    expect(JSON.stringify(json)).toContain(person.user.id);
  });
});

describe('applications', () => {
  const params = { client_name: 'Portfolio', redirect_uris: ['https://portfolio.example.com/callback'] };

  it('are registered, listed, changed, given a new secret and deleted', async () => {
    const made = await admin().oauth.createClient(params);
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({
      ...params,
      client_secret: expect.any(String),
      registration_type: 'manual',
    });
    const id = made.data?.client_id ?? '';
    const list = await admin().oauth.listClients({ page: 1, perPage: 50 });
    expect(list.data.clients.map((client) => client.client_id)).toContain(id);
    expect((await admin().oauth.getClient(id)).data?.client_secret).toBeUndefined();
    const changed = await admin().oauth.updateClient(id, { client_name: 'Renamed' });
    expect(changed.data?.client_name).toBe('Renamed');
    const renewed = await admin().oauth.regenerateClientSecret(id);
    expect(renewed.data?.client_secret).not.toBe(made.data?.client_secret);
    expect((await admin().oauth.deleteClient(id)).error).toBeNull();
    expect((await admin().oauth.getClient(id)).error?.status).toBe(404);
  });

  it('need an address to return to', async () => {
    const { error } = await admin().oauth.createClient({ ...params, redirect_uris: [] });
    expect(error?.status).toBe(400);
    expect(error?.message).toContain('redirect_uris');
  });

  it('are authorised by a user, who lists and revokes them', async () => {
    const person = await host.newPerson();
    const { data: app } = await admin().oauth.createClient(params);
    const query = new URLSearchParams({
      client_id: app?.client_id ?? '',
      redirect_uri: params.redirect_uris[0] ?? '',
      response_type: 'code',
      scope: 'openid email',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { location } = await host.ask('GET', `/oauth/authorize?${query}`);
    const id = new URL(location ?? '').searchParams.get('authorization_id') ?? '';
    const details = await person.client.auth.oauth.getAuthorizationDetails(id);
    expect(details.data).toMatchObject({ client: { name: 'Portfolio' }, scope: 'openid email' });
    const approved = await person.client.auth.oauth.approveAuthorization(id);
    expect(approved.data?.redirect_url).toContain('https://portfolio.example.com/callback?code=');
    const grants = await person.client.auth.oauth.listGrants();
    expect(grants.data).toMatchObject([{ scopes: ['openid', 'email'] }]);
    const revoked = await person.client.auth.oauth.revokeGrant({ clientId: app?.client_id ?? '' });
    expect(revoked.error).toBeNull();
    expect((await person.client.auth.oauth.listGrants()).data).toEqual([]);
  });
});

describe('identity providers', () => {
  it('are listed', async () => {
    const { data, error } = await admin().customProviders.listProviders();
    expect([error, Array.isArray(data.providers)]).toEqual([null, true]);
  });

  it('whose addresses cannot be read are rejected', async () => {
    const { error } = await admin().customProviders.createProvider({
      provider_type: 'oidc',
      identifier: 'custom:nowhere',
      name: 'Nowhere',
      client_id: 'x',
      client_secret: 'y',
      issuer: 'http://127.0.0.1:9',
    });
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
  });
});
