import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { exchange, letIn, newClient } from '../testing/applications.ts';
import { newPhone, signUpPerson } from '../testing/people.ts';
import { startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

describe('the session of an application', () => {
  it('is refreshed by that application alone', async () => {
    const person = await signUpPerson(test);
    const [client, other] = [await newClient(test), await newClient(test)];
    const { refresh_token } = await letIn(test, person, client);
    const form = { grant_type: 'refresh_token', refresh_token };
    const stranger = await exchange(test, { ...form, client_id: other.id, client_secret: other.secret });
    expect([stranger.status, stranger.json.error]).toEqual([400, 'invalid_grant']);
    const site = await test.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
    expect(site.json.code).toBe('refresh_token_not_found');
    const own = await exchange(test, { ...form, client_id: client.id, client_secret: client.secret });
    expect([own.status, own.json.scope]).toEqual([200, 'openid email profile']);
    expect(decodeJwt(own.json.access_token).client_id).toBe(client.id);
  });

  it('has no access to user endpoints, only to its claims and its own sign-out', async () => {
    const person = await signUpPerson(test);
    const { access_token: token } = await letIn(test, person, await newClient(test));
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

  it('cannot link an identity, which would let someone else sign in', async () => {
    const { access_token: token } = await letIn(test, await signUpPerson(test), await newClient(test));
    const { status, json } = await test.ask('POST', '/token?grant_type=id_token', {
      token,
      body: { provider: 'google', id_token: 'x.y.z', link_identity: true },
    });
    expect([status, json.code]).toEqual([403, 'no_authorization']);
  });

  it('has a token limited to its scopes, without a database role', async () => {
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
      const { access_token: token } = await letIn(test, person, await newClient(test), { scope });
      expect(JSON.stringify(decodeJwt(token))).not.toMatch(
        new RegExp(`${person.email}|${phone}|Ana|authenticated"?,"?role|"role":"authenticated"`),
      );
      expect(decodeJwt(token)).toMatchObject({ role: 'application', scope, client_id: expect.any(String) });
      const { json } = await test.ask('GET', '/oauth/userinfo', { token });
      expect(Object.keys(json).sort()).toEqual(names);
    }
  });

  it('permanently drops scopes with a refresh, and never gets more', async () => {
    const client = await newClient(test);
    const { access_token: wide, refresh_token } = await letIn(test, await signUpPerson(test), client);
    const refresh = (token: string, scope?: string) =>
      exchange(test, {
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
    // Neither the older, wider token nor the next one restores the dropped scopes.
    for (const token of [wide, less.json.access_token])
      expect(Object.keys((await test.ask('GET', '/oauth/userinfo', { token })).json)).toEqual(['sub']);
    expect((await refresh(less.json.refresh_token, 'openid email')).json.error).toBe('invalid_scope');
    const narrowed = await refresh(less.json.refresh_token);
    expect([narrowed.json.scope, decodeJwt(narrowed.json.access_token).scope]).toEqual(['openid', 'openid']);
  });

  it('acts as its user where the host serves a Supabase project', async () => {
    const supabase = test.withOptions({ applicationsActAsUser: true });
    const person = await signUpPerson(test);
    const { access_token: token } = await letIn(supabase, person, await newClient(test));
    expect(decodeJwt(token)).toMatchObject({ role: 'authenticated', email: person.email });
    expect((await supabase.ask('GET', '/user', { token })).status).toBe(200);
    const changed = await supabase.ask('PUT', '/user', { token, body: { data: { a: 1 } } });
    expect([changed.status, changed.json.code]).toEqual([403, 'no_authorization']);
  });

  it('ends when the user revokes the grant', async () => {
    const person = await signUpPerson(test);
    const client = await newClient(test);
    const { access_token: token } = await letIn(test, person, client);
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
