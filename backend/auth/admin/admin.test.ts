import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signIn, signUpPerson } from '../testing/people.ts';
import { type AnswerBody, goodPassword, mintToken, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const asAdmin = (method: string, path: string, body?: unknown) =>
  test.ask(method, path, { token: test.serviceRoleKey, body });

describe('administrator access', () => {
  it('is required by every admin endpoint', async () => {
    const person = await signUpPerson(test);
    const missingUser = await test.ask('GET', '/admin/users');
    expect([missingUser.status, missingUser.json.code]).toEqual([401, 'no_authorization']);
    const wrongRoles = ['authenticated', ['service_role'], null, { role: 'service_role' }];
    const wrong = await Promise.all(wrongRoles.map((role) => mintToken({ role })));
    for (const token of [person.token, test.anonKey, ...wrong]) {
      const { status, json } = await test.ask('GET', '/admin/users', { token });
      expect([status, json]).toEqual([403, { code: 'not_admin', message: 'User not allowed' }]);
    }
    const forged = await mintToken(
      { role: 'service_role' },
      'another-secret-with-at-least-32-characters-in-it',
    );
    expect((await test.ask('GET', '/admin/users', { token: forged })).json.code).toBe('bad_jwt');
    const second = await test.ask('GET', '/admin/users', {
      token: await mintToken({ role: 'supabase_admin' }),
    });
    expect(second.status).toBe(200);
  });

  it('is granted by an opaque key', async () => {
    const host = test.withOptions({ serviceRoleKey: 'sb_secret_0123456789' });
    expect((await host.ask('GET', '/admin/users', { token: 'sb_secret_0123456789' })).status).toBe(200);
    expect((await host.ask('GET', '/admin/users', { token: 'sb_secret_9876543210' })).status).toBe(403);
  });
});

describe('creating a user', () => {
  it('confirms the addresses an administrator marks as confirmed', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { status, json } = await asAdmin('POST', '/admin/users', {
      email,
      phone,
      password: goodPassword,
      email_confirm: true,
      phone_confirm: true,
      user_metadata: { name: 'Ines' },
      app_metadata: { role: 'teacher' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      email,
      phone,
      email_confirmed_at: expect.any(String),
      phone_confirmed_at: expect.any(String),
      user_metadata: { name: 'Ines' },
      app_metadata: { role: 'teacher', provider: 'email', providers: ['email', 'phone'] },
      identities: [{ provider: 'email' }, { provider: 'phone' }],
    });
    await signIn(test, { email, password: goodPassword });
  });

  it('accepts a given id and an imported hash', async () => {
    const [email, id] = [newEmail(), '3f1c2a54-8a53-4a5c-9d1e-0b6f5a1d2c3b'];
    const { json } = await asAdmin('POST', '/admin/users', {
      id,
      email,
      email_confirm: true,
      password_hash: await bcrypt.hash(goodPassword, 4),
    });
    expect(json.id).toBe(id);
    await signIn(test, { email, password: goodPassword });
    const again = await asAdmin('POST', '/admin/users', { id, email: newEmail() });
    expect(again.status).toBe(422);
  });

  it('leaves an address unconfirmed by default', async () => {
    const email = newEmail();
    await asAdmin('POST', '/admin/users', { email, password: goodPassword });
    const { json } = await test.ask('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(json.code).toBe('email_not_confirmed');
  });

  it.each([
    ['without address and number', {}, 400, 'validation_failed'],
    ['with a bad id', { email: 'x@example.com', id: '7' }, 400, 'validation_failed'],
    ['with a hash unknown', { email: 'x@example.com', password_hash: 'md5:abc' }, 422, 'validation_failed'],
    ['with a bad ban', { email: 'x@example.com', ban_duration: 'forever' }, 400, 'validation_failed'],
    ['with a word for a truth', { email: 'x@example.com', email_confirm: 'yes' }, 400, 'bad_json'],
  ])('is rejected %s', async (_case, body, status, code) => {
    const answer = await asAdmin('POST', '/admin/users', body);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('is rejected when address or number is taken', async () => {
    const person = await signUpPerson(test);
    const phone = newPhone();
    await asAdmin('POST', '/admin/users', { phone });
    const byEmail = await asAdmin('POST', '/admin/users', { email: person.email });
    const byPhone = await asAdmin('POST', '/admin/users', { phone });
    expect([byEmail.status, byEmail.json.code]).toEqual([422, 'email_exists']);
    expect([byPhone.status, byPhone.json.code]).toEqual([422, 'phone_exists']);
  });
});

describe('finding users', () => {
  it('returns one by id', async () => {
    const person = await signUpPerson(test);
    expect((await asAdmin('GET', `/admin/users/${person.id}`)).json.email).toBe(person.email);
    const malformed = await asAdmin('GET', '/admin/users/7');
    expect([malformed.status, malformed.json.code]).toEqual([404, 'validation_failed']);
    const unknown = await asAdmin('GET', '/admin/users/00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.json.code]).toEqual([404, 'user_not_found']);
  });

  it('pages through all', async () => {
    for (let round = 0; round < 3; round += 1) await signUpPerson(test);
    const { json, headers } = await asAdmin('GET', '/admin/users?page=2&per_page=1');
    expect((json.users as AnswerBody[]).length).toBe(1);
    expect(json.aud).toBe('authenticated');
    const total = Number(headers.get('x-total-count'));
    expect(total).toBeGreaterThanOrEqual(3);
    expect(headers.get('link')).toBe(
      '<http://localhost:3000/auth/v1/admin/users?page=3&per_page=1>; rel="next", ' +
        `<http://localhost:3000/auth/v1/admin/users?page=${total}&per_page=1>; rel="last"`,
    );
    const everybody = await asAdmin('GET', '/admin/users?page=&per_page=');
    expect((everybody.json.users as AnswerBody[]).length).toBe(total);
    expect(everybody.headers.get('link')).not.toContain('next');
  });

  it.each(['page=-1', 'page=0', 'page=x', 'per_page=-5', 'sort=encrypted_password', 'sort=email%20sideways'])(
    'rejects %s',
    async (query) => {
      const { status, json } = await asAdmin('GET', `/admin/users?${query}`);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
    },
  );

  it('finds by part of the address and treats wildcards literally', async () => {
    const person = await signUpPerson(test);
    const part = person.email.slice(0, 10);
    const found = await asAdmin('GET', `/admin/users?filter=${part}&sort=email%20asc`);
    expect((found.json.users as AnswerBody[]).map((user) => user.id)).toEqual([person.id]);
    const none = await asAdmin('GET', '/admin/users?filter=%25%25');
    expect(none.json.users).toEqual([]);
  });
});

describe('updating a user', () => {
  it('needs no confirmation', async () => {
    const person = await signUpPerson(test);
    const [email, phone] = [newEmail(), newPhone()];
    const { json } = await asAdmin('PUT', `/admin/users/${person.id}`, {
      email,
      phone,
      password: 'another-harbour-52',
      user_metadata: { town: 'Porto' },
      app_metadata: { role: 'owner' },
    });
    expect(json).toMatchObject({
      email,
      phone,
      user_metadata: { town: 'Porto' },
      app_metadata: { role: 'owner', provider: 'email', providers: ['email', 'phone'] },
    });
    await signIn(test, { email, password: 'another-harbour-52' });
    expect((await test.ask('GET', '/user', { token: person.token })).json.code).toBe('session_not_found');
  });

  it('bans for a duration and lifts the ban', async () => {
    const person = await signUpPerson(test);
    const banned = await asAdmin('PUT', `/admin/users/${person.id}`, { ban_duration: '1h30m' });
    const until = new Date(String(banned.json.banned_until)).getTime() - Date.now();
    expect(Math.round(until / 60_000)).toBe(90);
    await expect(signIn(test, person)).rejects.toThrow('user_banned');
    await asAdmin('PUT', `/admin/users/${person.id}`, { ban_duration: 'none' });
    await signIn(test, person);
  });

  it('rejects a weak password and a taken address', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const weak = await asAdmin('PUT', `/admin/users/${person.id}`, { password: '123' });
    expect([weak.status, weak.json.code]).toEqual([422, 'weak_password']);
    const taken = await asAdmin('PUT', `/admin/users/${person.id}`, { email: other.email });
    expect([taken.status, taken.json.code]).toEqual([422, 'email_exists']);
  });
});

describe('deleting a user', () => {
  it('removes everything', async () => {
    const person = await signUpPerson(test);
    expect((await asAdmin('DELETE', `/admin/users/${person.id}`, { should_soft_delete: false })).status).toBe(
      200,
    );
    expect((await asAdmin('GET', `/admin/users/${person.id}`)).status).toBe(404);
    expect((await test.ask('GET', '/user', { token: person.token })).json.code).toBe('user_not_found');
  });

  it('soft deletion leaves the row without personal data and frees the address', async () => {
    const person = await signUpPerson(test);
    await asAdmin('DELETE', `/admin/users/${person.id}`, { should_soft_delete: true });
    const { json } = await asAdmin('GET', `/admin/users/${person.id}`);
    expect(json).toMatchObject({ deleted_at: expect.any(String), identities: [], user_metadata: {} });
    expect(json.email).not.toContain('@');
    expect((await test.ask('GET', '/user', { token: person.token })).json.code).toBe('user_not_found');
    await signUpPerson(test, person.email);
  });
});

describe('inviting', () => {
  it('sends an email whose code opens a session', async () => {
    const email = newEmail();
    const { status, json } = await asAdmin('POST', '/invite?redirect_to=http://localhost:3000/welcome', {
      email,
      data: { class: 'ceramics' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { class: 'ceramics' },
    });
    const mail = test.mailTo(email);
    expect(mail.kind).toBe('invite');
    const accepted = await test.ask('POST', '/verify', {
      body: { type: 'invite', token_hash: mail.tokenHash },
    });
    expect(accepted.json.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    const again = await asAdmin('POST', '/invite', { email });
    expect([again.status, again.json.code]).toEqual([422, 'email_exists']);
  });
});

describe('links generated by an administrator', () => {
  const generate = (body: unknown) => asAdmin('POST', '/admin/generate_link', body);

  it.each([
    ['signup', {}],
    ['invite', {}],
    ['magiclink', {}],
  ])('%s for a new user', async (type, more) => {
    const email = newEmail();
    const { status, json } = await generate({
      type,
      email,
      password: goodPassword,
      data: { from: 'link' },
      redirect_to: 'https://app.example.com/in',
      ...more,
    });
    expect(status).toBe(200);
    const verifiedAs = type === 'magiclink' ? 'signup' : type;
    expect(json).toMatchObject({
      email,
      verification_type: verifiedAs,
      redirect_to: 'https://app.example.com/in',
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      user_metadata: { from: 'link' },
    });
    const link = new URL(String(json.action_link));
    expect(link.pathname).toBe('/auth/v1/verify');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: json.hashed_token,
      type: verifiedAs,
      redirect_to: 'https://app.example.com/in',
    });
    const followed = await test.ask('GET', `/verify${link.search}`);
    expect(followed.location.hash).toContain('access_token=');
    expect(test.mails.some((mail) => mail.to === email)).toBe(false);
  });

  it.each(['magiclink', 'recovery'])('%s for an existing user, by code', async (type) => {
    const { email } = await signUpPerson(test);
    const { json } = await generate({ type, email });
    const { status } = await test.ask('POST', '/verify', { body: { type, email, token: json.email_otp } });
    expect(status).toBe(200);
  });

  it('both links of an email change', async () => {
    const { email, id } = await signUpPerson(test);
    const new_email = newEmail();
    const current = await generate({ type: 'email_change_current', email, new_email });
    const next = await generate({ type: 'email_change_new', email, new_email });
    const body = (answer: typeof next) => ({ type: 'email_change', token_hash: answer.json.hashed_token });
    expect((await test.ask('POST', '/verify', { body: body(current) })).json.msg).toMatch(
      /^Confirmation link accepted/,
    );
    const { json } = await test.ask('POST', '/verify', { body: body(next) });
    expect([json.user.id, json.user.email]).toEqual([id, new_email]);
  });

  it('are rejected where they make no sense', async () => {
    const { email } = await signUpPerson(test);
    const cases = await Promise.all([
      generate({ type: 'signup', email, password: goodPassword }),
      generate({ type: 'invite', email }),
      generate({ type: 'recovery', email: newEmail() }),
      generate({ type: 'email_change_new', email, new_email: email }),
      generate({ type: 'signup', email: newEmail() }),
      generate({ type: 'nonsense', email }),
      generate({ type: 'magiclink', email: 'nobody' }),
    ]);
    expect(cases.map(({ status, json }) => [status, json.code])).toEqual([
      [422, 'email_exists'],
      [422, 'email_exists'],
      [404, 'user_not_found'],
      [422, 'email_exists'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ]);
  });

  it('never lead elsewhere', async () => {
    const { email } = await signUpPerson(test);
    const { json } = await generate({ type: 'magiclink', email, redirect_to: 'https://evil.example.com' });
    expect(json.redirect_to).toBe('http://localhost:3000');
  });
});

describe('the audit log', () => {
  it('is read in pages and by action', async () => {
    const person = await signUpPerson(test);
    await signIn(test, person);
    const { json, headers } = await asAdmin('GET', '/admin/audit?query=action:login&per_page=1');
    const entries = json as unknown as { payload: { action: string }; ip_address: string }[];
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      payload: { action: 'login', actor_id: person.id },
      ip_address: '127.0.0.1',
    });
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(0);
    expect((await asAdmin('GET', '/admin/audit?query=nonsense')).status).toBe(400);
  });
});
