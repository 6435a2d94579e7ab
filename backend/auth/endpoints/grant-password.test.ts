import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signIn, signUpPerson } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const byPassword = (host: TestAuth, body: unknown, ip?: string) =>
  host.ask('POST', '/token?grant_type=password', { body, ip });

describe('signing in with a password', () => {
  it('returns a session and records device and time', async () => {
    const person = await signUpPerson(test);
    const { status, json } = await test.ask('POST', '/token?grant_type=password', {
      body: { email: person.email.toUpperCase(), password: person.password },
      headers: { 'user-agent': 'Mozilla/5.0 (Test)' },
      ip: '203.0.113.7',
    });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({ id: person.id, last_sign_in_at: expect.any(String) });
    expect(json).not.toHaveProperty('weak_password');
    const sessions = await test.ask('GET', '/user/sessions', { token: json.access_token });
    expect(sessions.json).toEqual([
      expect.objectContaining({
        user_agent: 'Mozilla/5.0 (Test)',
        ip: '203.0.113.7',
        is_current: true,
        aal: 'aal1',
      }),
      expect.objectContaining({ is_current: false }),
    ]);
  });

  it('accepts a phone number', async () => {
    const phone = newPhone();
    const host = test.withOptions({ autoconfirm: true });
    await host.ask('POST', '/signup', { body: { phone, password: goodPassword } });
    const { status, json } = await byPassword(test, { phone: `+${phone}`, password: goodPassword });
    expect([status, json.user.phone]).toEqual([200, phone]);
  });

  it('gives a wrong password, an unknown account and a malformed address the same response', async () => {
    const person = await signUpPerson(test);
    const answers = await Promise.all([
      byPassword(test, { email: person.email, password: 'not-the-password' }),
      byPassword(test, { email: newEmail(), password: goodPassword }),
      byPassword(test, { email: 'no address', password: goodPassword }),
      byPassword(test, { phone: '491700000000', password: goodPassword }),
      byPassword(test, { email: person.email, password: '' }),
    ]);
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([
        400,
        { code: 'invalid_credentials', message: 'Invalid login credentials' },
      ]);
    }
  });

  it('reports an unconfirmed address, but only with the right password', async () => {
    const email = newEmail();
    await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
    const right = await byPassword(test, { email, password: goodPassword });
    expect([right.status, right.json.code]).toEqual([400, 'email_not_confirmed']);
    const wrong = await byPassword(test, { email, password: 'not-the-password' });
    expect(wrong.json.code).toBe('invalid_credentials');
  });

  it('reports an unconfirmed phone number likewise', async () => {
    const phone = newPhone();
    await test.ask('POST', '/signup', { body: { phone, password: goodPassword } });
    const { status, json } = await byPassword(test, { phone, password: goodPassword });
    expect([status, json.code]).toEqual([400, 'phone_not_confirmed']);
  });

  it('reports a banned user, but only with the right password', async () => {
    const person = await signUpPerson(test);
    await test.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
    const right = await byPassword(test, { email: person.email, password: person.password });
    expect([right.status, right.json.code]).toEqual([400, 'user_banned']);
    const wrong = await byPassword(test, { email: person.email, password: 'not-the-password' });
    expect(wrong.json.code).toBe('invalid_credentials');
  });

  it('accepts an old weak password and reports that it is weak', async () => {
    const person = await signUpPerson(test);
    const strict = test.withOptions({ passwordMin: 30 });
    const { status, json } = await byPassword(strict, { email: person.email, password: person.password });
    expect(status).toBe(200);
    expect(json.weak_password).toEqual({
      reasons: ['length'],
      message: expect.stringContaining('30 characters'),
    });
  });

  it('accepts a bcrypt hash of an imported account once and replaces it', async () => {
    const person = await signUpPerson(test);
    const imported = await bcrypt.hash(person.password, 4);
    await test.sql`update auth.users set encrypted_password = ${imported} where id = ${person.id}`;
    await signIn(test, person);
    const [row] = await test.sql`select encrypted_password from auth.users where id = ${person.id}`;
    expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(test, person);
  });

  it.each([
    ['neither address nor number', {}, 'missing email or phone'],
    [
      'both',
      { email: 'a@example.com', phone: '491700000000' },
      'Only an email address or phone number should be provided on login.',
    ],
  ])('requires exactly one address when given %s', async (_case, body, message) => {
    const { status, json } = await byPassword(test, { ...body, password: goodPassword });
    expect([status, json.code, json.message]).toEqual([400, 'validation_failed', message]);
  });

  it('limits guesses for one account from many addresses, known or unknown', async () => {
    const person = await signUpPerson(test);
    const limited = test.withOptions({ rateLimits: true });
    const mine = () => byPassword(limited, { email: person.email, password: person.password }, '192.0.2.7');
    expect((await mine()).status).toBe(200);
    test.pass(300);
    for (const email of [person.email, newEmail()]) {
      const codes: unknown[] = [];
      for (let round = 0; round < 12; round += 1) {
        const { json } = await byPassword(
          limited,
          { email, password: `wrong-${round}` },
          `203.0.113.${round}`,
        );
        codes.push(json.code);
      }
      expect(codes).toEqual([
        ...Array(10).fill('invalid_credentials'),
        ...Array(2).fill('over_request_rate_limit'),
      ]);
    }
    const right = await byPassword(
      limited,
      { email: person.email, password: person.password },
      '203.0.113.99',
    );
    expect([right.status, right.json.message]).toEqual([429, 'Request rate limit reached']);
    // A network the user has signed in from before cannot be locked out.
    expect((await mine()).status).toBe(200);
    test.pass(300);
    expect((await byPassword(limited, { email: person.email, password: person.password })).status).toBe(200);
  });

  it('writes failed and successful sign-ins to the audit log, without the password', async () => {
    const person = await signUpPerson(test);
    await byPassword(test, { email: person.email, password: 'a-wrong-guess' });
    await signIn(test, person);
    const entries = await test.sql<{ payload: { action: string } }[]>`
      select payload from auth.audit_log_entries where payload ->> 'actor_id' = ${person.id} order by created_at`;
    expect(entries.map((entry) => entry.payload.action)).toEqual(['user_signedup', 'login_failed', 'login']);
    expect(JSON.stringify(entries)).not.toContain('a-wrong-guess');
  });
});

describe('other grants', () => {
  it('rejects an unknown grant', async () => {
    const { status, json } = await test.ask('POST', '/token?grant_type=magic', { body: {} });
    expect([status, json]).toEqual([400, { code: 'invalid_credentials', message: 'unsupported_grant_type' }]);
  });

  it('says that wallet sign-in is disabled', async () => {
    const { status, json } = await test.ask('POST', '/token?grant_type=web3', {
      body: { chain: 'ethereum' },
    });
    expect([status, json.code, json.message]).toEqual([
      422,
      'web3_provider_disabled',
      'Web3 provider is disabled',
    ]);
  });
});
