// Every error that a client may rely on, by its status and code, over HTTP.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, newEmail, newPassword, openHost } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

describe('a bad body', () => {
  it.each([
    ['bad JSON', '{"email":', 400, 'bad_json'],
    ['no object', '[]', 400, 'bad_json'],
    ['a number for an address', '{"email":7,"password":"x"}', 400, 'bad_json'],
    ['2 MB', `{"email":"${'x'.repeat(2_000_000)}"}`, 413, 'too_large'],
    ['a NUL', '{"email":"a\\u0000@example.com","password":"harbour-wave-41"}', 400, 'validation_failed'],
  ])('%s', async (_case, body, status, code) => {
    const answer = await host.ask('POST', '/signup', { body });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });
});

describe('a sign-up', () => {
  it.each([
    [
      { email: 'no address', password: 'harbour-wave-41' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { phone: '12ab', password: 'harbour-wave-41' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
  ])('%j', async (body, status, code, message) => {
    const answer = await host.ask('POST', '/signup', { body });
    expect([answer.status, answer.json]).toEqual([status, { code, message }]);
  });

  it('with a weak password names the reasons', async () => {
    const short = await host.newClient().auth.signUp({ email: newEmail(), password: 'abc' });
    expect(short.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(short.error?.message).toMatch(/^Password should be at least \d+ characters\.$/);
    const common = await host.newClient().auth.signUp({ email: newEmail(), password: 'Sunshine2024!' });
    expect(common.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
  });
});

describe('a token', () => {
  it.each([
    ['password', {}, 400, 'validation_failed', 'missing email or phone'],
    ['nothing', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ])('grant_type=%s', async (grant, body, status, code, message) => {
    const answer = await host.ask('POST', `/token?grant_type=${grant}`, { body });
    expect([answer.status, answer.json]).toEqual([status, { code, message }]);
  });

  it('grant_type=refresh_token without one speaks OAuth', async () => {
    const { status, json } = await host.ask('POST', '/token?grant_type=refresh_token', { body: {} });
    expect([status, json.error]).toEqual([400, 'invalid_request']);
  });
});

describe('a bearer', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('must exist', async () => {
    const { status, json } = await host.ask('GET', '/user');
    expect([status, json]).toEqual([
      401,
      { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    ]);
  });

  it('must be ours', async () => {
    const claims = {
      sub: crypto.randomUUID(),
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 600,
    };
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a-secret-that-is-not-the-secret-of-this-host'));
    for (const token of ['rubbish', `${encode({ alg: 'none' })}.${encode(claims)}.`, foreign]) {
      const { status, json } = await host.ask('GET', '/user', { token });
      expect([status, json.code]).toEqual([403, 'bad_jwt']);
      expect(json.message).toMatch(/^invalid JWT/);
    }
    const { error } = await host.newClient().auth.getUser('rubbish');
    expect([error?.status, error?.code]).toEqual([403, 'bad_jwt']);
  });

  it('must name a user', async () => {
    const { status, json } = await host.ask('GET', '/user', { token: host.anonKey });
    expect([status, json.code]).toEqual([403, 'bad_jwt']);
  });

  it('must still exist', async () => {
    const gone = await host.newPerson();
    const token = await gone.token();
    await host.admin.auth.admin.deleteUser(gone.user.id);
    const { status, json } = await host.ask('GET', '/user', { token });
    expect([status, json.code]).toEqual([403, 'user_not_found']);
    const away = await host.newPerson();
    const old = await away.token();
    await away.client.auth.signOut();
    const ended = await host.ask('GET', '/user', { token: old });
    expect([ended.status, ended.json.code]).toEqual([403, 'session_not_found']);
  });
});

describe('a code', () => {
  it.each([
    [
      { type: 'signup', email: 'a@example.com', token: '000000' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [{ type: 'recovery', token_hash: 'made-up' }, 403, 'otp_expired', 'Email link is invalid or has expired'],
    [
      { type: 'sms', phone: '12ab', token: '000000' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [
      { token: '000000', email: 'a@example.com' },
      400,
      'validation_failed',
      'Verify requires a verification type',
    ],
  ])('%j', async (body, status, code, message) => {
    const answer = await host.ask('POST', '/verify', { body });
    expect([answer.status, answer.json]).toEqual([status, { code, message }]);
  });

  it('in a link that is too old comes back as a redirect', async () => {
    const { status, location } = await host.ask('GET', '/verify?type=magiclink&token=made-up');
    expect([status, new URL(location ?? '').hash]).toEqual([
      303,
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    ]);
  });
});

describe('an account', () => {
  it('cannot take an address that is taken', async () => {
    const [person, other] = [await host.newPerson(), await host.newPerson()];
    const { error } = await person.client.auth.updateUser({ email: other.email });
    expect([error?.status, error?.code, error?.message]).toEqual([
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ]);
  });

  it('is not confirmed by its password', async () => {
    const [email, password] = [newEmail(), newPassword()];
    await host.admin.auth.admin.createUser({ email, password });
    const { error } = await host.newClient().auth.signInWithPassword({ email, password });
    expect([error?.status, error?.code]).toEqual([400, 'email_not_confirmed']);
  });

  it('is signed out in known scopes only', async () => {
    const person = await host.newPerson();
    const { status, json } = await host.ask('POST', '/logout?scope=everything', {
      token: await person.token(),
    });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
  });
});
