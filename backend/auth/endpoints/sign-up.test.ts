import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
let autoconfirm: TestAuth;
beforeAll(async () => {
  test = await startAuth();
  autoconfirm = test.withOptions({ autoconfirm: true });
});
afterAll(() => test.close());

describe('signing up', () => {
  it('gives a session at once when addresses need no proof', async () => {
    const email = newEmail();
    const { status, json } = await autoconfirm.ask('POST', '/signup', {
      body: {
        email: email.toUpperCase(),
        password: goodPassword,
        data: { name: 'Ada' },
        code_challenge: null,
      },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(json.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email, sub: json.user.id, email_verified: true, phone_verified: false },
      identities: [
        expect.objectContaining({
          id: json.user.id,
          user_id: json.user.id,
          provider: 'email',
          email,
          identity_data: { sub: json.user.id, email, email_verified: true, phone_verified: false },
        }),
      ],
    });
    expect(decodeJwt(json.access_token)).toMatchObject({
      iss: 'http://localhost:3000/auth/v1',
      sub: json.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });

  it('sends a code and a confirmation page, and gives no session before that', async () => {
    const email = newEmail();
    const { status, json } = await test.ask('POST', '/signup?redirect_to=http://localhost:3000/welcome', {
      body: { email, password: goodPassword },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ email, role: 'authenticated', identities: [{ provider: 'email' }] });
    expect(json).toHaveProperty('confirmation_sent_at');
    expect(json).not.toHaveProperty('access_token');
    expect(json).not.toHaveProperty('email_confirmed_at');
    const mail = test.mailTo(email);
    expect(mail).toMatchObject({ kind: 'signup', code: expect.stringMatching(/^\d{6}$/), userId: json.id });
    const page = new URL(mail.actionUrl);
    expect(page.origin + page.pathname).toBe('http://localhost:3000/confirm');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      token_hash: mail.tokenHash,
      type: 'signup',
      redirect_to: 'http://localhost:3000/welcome',
    });
  });

  it('stores neither code nor link in the database', async () => {
    const email = newEmail();
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const mail = test.mailTo(email);
    const [row] = await test.sql`select * from auth.one_time_tokens where relates_to = ${email}`;
    expect(JSON.stringify(row)).not.toContain(mail.code);
    expect(JSON.stringify(row)).not.toContain(mail.tokenHash);
  });

  it('answers a taken address as Supabase does where accounts are not concealed', async () => {
    const email = newEmail();
    await autoconfirm.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const { status, json } = await test
      .withOptions({ concealAccounts: false })
      .ask('POST', '/signup', { body: { email, password: goodPassword } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ email, role: '', identities: [] });
    const [known] = await test.sql`select id from auth.users where email = ${email}`;
    expect(json.id).not.toBe(known?.id);
    expect(test.mails.some((mail) => mail.to === email)).toBe(false);
  });

  it('says so when addresses need no proof and one is taken', async () => {
    const email = newEmail();
    await autoconfirm.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const { status, json } = await autoconfirm.ask('POST', '/signup', {
      body: { email, password: goodPassword },
    });
    expect([status, json.code, json.message]).toEqual([
      422,
      'user_already_exists',
      'User already registered',
    ]);
  });

  it('lets the newest sign-up of an unproven address decide the password', async () => {
    const email = newEmail();
    await test.ask('POST', '/signup', { body: { email, password: 'a-strangers-choice-7' } });
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const verified = await test.ask('POST', '/verify', {
      body: { type: 'signup', email, token: test.mailTo(email).code },
    });
    expect(verified.json).toHaveProperty('access_token');
    const signInWith = (password: string) =>
      test.ask('POST', '/token?grant_type=password', { body: { email, password } });
    expect((await signInWith('a-strangers-choice-7')).status).toBe(400);
    expect((await signInWith(goodPassword)).status).toBe(200);
  });

  it('accepts one of many concurrent sign-ups of one address', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        autoconfirm.ask('POST', '/signup', { body: { email, password: goodPassword } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  it('accepts a phone number and sends the code by text message', async () => {
    const phone = newPhone();
    const { status, json } = await test.ask('POST', '/signup', {
      body: { phone: `+${phone}`, password: goodPassword, channel: 'whatsapp' },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone' } });
    expect(test.textTo(phone)).toMatchObject({ channel: 'whatsapp', kind: 'confirmation' });
    const verified = await test.ask('POST', '/verify', {
      body: { type: 'sms', phone, token: test.textTo(phone).code },
    });
    expect(verified.json.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
  });

  it.each([
    [
      'an address without form',
      { email: 'not-an-email', password: goodPassword },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'a short password',
      { email: 'a@example.com', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 8 characters.',
    ],
    ['no password', { email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      'a password of 73 characters',
      { email: 'a@example.com', password: `${'wave'.repeat(18)}!` },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      'a phone number without form',
      { phone: 'abc', password: goodPassword },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [
      'half a challenge',
      { email: 'a@example.com', password: goodPassword, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      'a number for an address',
      { email: 5, password: goodPassword },
      400,
      'bad_json',
      'Could not parse request body as JSON: email must be a string',
    ],
    [
      'a list for data',
      { email: 'a@example.com', password: goodPassword, data: [] },
      400,
      'bad_json',
      'Could not parse request body as JSON: data must be an object',
    ],
    [
      'a NUL in data',
      { email: 'a@example.com', password: goodPassword, data: { name: 'a\u0000b' } },
      400,
      'validation_failed',
      'NUL characters are not allowed',
    ],
  ])('rejects %s', async (_case, body, status, code, message) => {
    const answer = await test.ask('POST', '/signup', { body });
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([status, code, message]);
  });

  it('names the reasons of a weak password', async () => {
    const { status, json } = await test.ask('POST', '/signup', {
      body: { email: newEmail(), password: 'Password123!' },
    });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['pwned'] } });
  });

  it('rejects everyone when sign-up is disabled', async () => {
    const closed = test.withOptions({ signup: false });
    const { status, json } = await closed.ask('POST', '/signup', {
      body: { email: newEmail(), password: goodPassword },
    });
    expect([status, json.code, json.message]).toEqual([
      422,
      'signup_disabled',
      'Signups not allowed for this instance',
    ]);
  });

  it.each([
    ['email', { email: 'a@example.com' }, 'email_provider_disabled'],
    ['phone', { phone: '491701234567' }, 'phone_provider_disabled'],
  ])('rejects %s when disabled', async (kind, body, code) => {
    const closed = test.withOptions({ [kind]: false });
    const answer = await closed.ask('POST', '/signup', { body: { ...body, password: goodPassword } });
    expect([answer.status, answer.json.code]).toEqual([400, code]);
  });
});

describe('signing up without a name', () => {
  it('returns a session for an anonymous user', async () => {
    const { status, json } = await test.ask('POST', '/signup', { body: { data: { colour: 'blue' } } });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      identities: [],
      user_metadata: { colour: 'blue' },
    });
    expect(decodeJwt(json.access_token)).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    });
  });

  it('is rejected when disabled', async () => {
    const { status, json } = await test
      .withOptions({ anonymous: false })
      .ask('POST', '/signup', { body: {} });
    expect([status, json.code, json.message]).toEqual([
      422,
      'anonymous_provider_disabled',
      'Anonymous sign-ins are disabled',
    ]);
  });
});
