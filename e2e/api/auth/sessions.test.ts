// Signing up, in and out with the official client, and what keeps a session alive.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, newEmail, newPassword, openHost } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

describe('a person', () => {
  it('signs up and, unless the host trusts addresses, has no session yet', async () => {
    const client = host.newClient();
    const email = newEmail();
    const { data, error } = await client.auth.signUp({
      email,
      password: newPassword(),
      options: { data: { full_name: 'Ada' } },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada', email } });
    expect(data.user?.identities).toHaveLength(1);
    const { data: settings } = { data: (await host.ask('GET', '/settings')).json };
    expect(data.session === null).toBe(settings.mailer_autoconfirm === false);
  });

  it('signs in, is recognized and signs out, with an event for each', async () => {
    const { email, password } = await host.newPerson();
    const client = host.newClient();
    const events: string[] = [];
    const { data: subscription } = client.auth.onAuthStateChange((event) => void events.push(event));
    const signedIn = await client.auth.signInWithPassword({ email, password });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const { data } = await client.auth.getUser();
    expect(data.user?.email).toBe(email);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
    subscription.subscription.unsubscribe();
    expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual(['SIGNED_IN', 'SIGNED_OUT']);
  });

  it('differs from a stranger only by the session', async () => {
    const { email } = await host.newPerson();
    const client = host.newClient();
    const wrong = await client.auth.signInWithPassword({ email, password: newPassword() });
    const unknown = await client.auth.signInWithPassword({ email: newEmail(), password: newPassword() });
    for (const { error } of [wrong, unknown]) {
      expect([error?.status, error?.code, error?.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ]);
    }
  });

  it('has claims that the client can verify', async () => {
    const person = await host.newPerson();
    const { data, error } = await person.client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({
      sub: person.user.id,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
      email: person.email,
      is_anonymous: false,
      session_id: expect.any(String),
    });
  });

  it('signs out everywhere else, or here alone', async () => {
    const person = await host.newPerson();
    const elsewhere = host.newClient();
    await elsewhere.auth.signInWithPassword(person);
    expect((await person.client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await person.client.auth.getUser()).data.user?.id).toBe(person.user.id);
    await elsewhere.auth.signInWithPassword(person);
    await person.client.auth.signOut({ scope: 'local' });
    expect((await elsewhere.auth.getUser()).data.user?.id).toBe(person.user.id);
  });

  it('can be signed out by an administrator who holds the token', async () => {
    const person = await host.newPerson();
    const { error } = await host.admin.auth.admin.signOut(await person.token(), 'global');
    expect(error).toBeNull();
    expect((await person.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });
});

describe('a session', () => {
  it('is refreshed into new tokens', async () => {
    const { client } = await host.newPerson();
    const before = (await client.auth.getSession()).data.session;
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(data.user?.id).toBe(before?.user.id);
  });

  it('is taken over by another client that is given its tokens', async () => {
    const person = await host.newPerson();
    const session = (await person.client.auth.getSession()).data.session;
    const other = host.newClient();
    const { data, error } = await other.auth.setSession({
      access_token: session?.access_token ?? '',
      refresh_token: session?.refresh_token ?? '',
    });
    expect([error, data.user?.id]).toEqual([null, person.user.id]);
  });

  it('survives many tabs that refresh at the same moment', async () => {
    const { client } = await host.newPerson();
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token;
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        host.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json.refresh_token)).size).toBe(1);
  });

  it('is not given for a made-up refresh token', async () => {
    const client = host.newClient();
    const { error } = await client.auth.refreshSession({ refresh_token: 'made-up' });
    expect([error?.status, error?.code]).toEqual([400, 'refresh_token_not_found']);
  });

  it('is listed with its device', async () => {
    const person = await host.newPerson();
    const { status, json } = await host.ask('GET', '/user/sessions', { token: await person.token() });
    expect([status, json]).toMatchObject([
      200,
      [{ is_current: true, user_agent: expect.any(String), ip: expect.any(String) }],
    ]);
  });
});

describe('an anonymous user', () => {
  it('gets a session, and becomes permanent with an address', async () => {
    const client = host.newClient();
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { colour: 'blue' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { colour: 'blue' } });
    const again = await client.auth.reauthenticate();
    expect([again.error?.status, again.error?.message]).toEqual([
      400,
      'Reauthentication requires the user to have an email or a phone number',
    ]);
    const email = newEmail();
    const updated = await client.auth.updateUser({ email });
    expect(updated.error).toBeNull();
    expect([updated.data.user?.email, updated.data.user?.new_email]).toContain(email);
  });
});

describe('a change to the account', () => {
  it('of data is seen at once', async () => {
    const { client } = await host.newPerson();
    const { data, error } = await client.auth.updateUser({ data: { town: 'Tallinn' } });
    expect([error, data.user?.user_metadata.town]).toEqual([null, 'Tallinn']);
  });

  it('of the password ends all sessions but this one', async () => {
    const person = await host.newPerson();
    const elsewhere = host.newClient();
    await elsewhere.auth.signInWithPassword(person);
    const password = newPassword();
    expect((await person.client.auth.updateUser({ password })).error).toBeNull();
    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await elsewhere.auth.signInWithPassword({ email: person.email, password })).error).toBeNull();
  });

  it('to the same or a weak password is rejected', async () => {
    const { client, password } = await host.newPerson();
    const same = await client.auth.updateUser({ password });
    expect([same.error?.status, same.error?.code]).toEqual([422, 'same_password']);
    const weak = await client.auth.updateUser({ password: 'password123' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned'] });
  });
});
