import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signUpPerson } from '../testing/people.ts';
import { goodPassword, siteUrl, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const verify = (body: unknown, ip?: string) => test.ask('POST', '/verify', { body, ip });
const expiredCode = { code: 'otp_expired', message: 'Token has expired or is invalid' };
const expiredLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' };

async function newcomer(): Promise<string> {
  const email = newEmail();
  await test.ask('POST', '/signup', { body: { email, password: goodPassword } });
  return email;
}

function newChallenge() {
  const verifier = randomBytes(32).toString('base64url');
  return {
    verifier,
    fields: {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    },
  };
}

describe('a code from a mail', () => {
  it('confirms the address and opens a session', async () => {
    const email = await newcomer();
    const { status, json } = await verify({ type: 'signup', email, token: test.mailTo(email).code });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(decodeJwt(json.access_token)).toMatchObject({ amr: [{ method: 'otp' }] });
  });

  it('works once', async () => {
    const email = await newcomer();
    const body = { type: 'email', email, token: test.mailTo(email).code };
    const answers = await Promise.all([verify(body), verify(body), verify(body)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403]);
    expect((await verify(body)).json).toEqual(expiredCode);
  });

  it('is replaced by a newer one', async () => {
    const email = await newcomer();
    const older = test.mailTo(email).code;
    await test.ask('POST', '/resend', { body: { type: 'signup', email } });
    const newer = test.mailTo(email).code;
    if (newer !== older) expect((await verify({ type: 'signup', email, token: older })).status).toBe(403);
    expect((await verify({ type: 'signup', email, token: newer })).status).toBe(200);
  });

  it('expires after an hour', async () => {
    const email = await newcomer();
    test.pass(3601);
    const { status, json } = await verify({ type: 'signup', email, token: test.mailTo(email).code });
    expect([status, json]).toEqual([403, expiredCode]);
  });

  it('stays valid however many wrong codes others enter, and so does its link', async () => {
    const [byCode, byLink] = [await newcomer(), await newcomer()];
    for (const email of [byCode, byLink]) {
      const statuses = [];
      for (let round = 0; round < 25; round += 1) {
        const answer = await verify({ type: 'signup', email, token: 'wrong1' }, `198.51.100.${round}`);
        statuses.push(answer.status);
      }
      expect(statuses).toEqual([...Array(20).fill(403), ...Array(5).fill(429)]);
    }
    // The right code is rejected from unknown networks for now; from the requesting network, and by its link, it works at once.
    const { code } = test.mailTo(byCode);
    expect((await verify({ type: 'signup', email: byCode, token: code }, '198.51.100.7')).status).toBe(429);
    expect((await verify({ type: 'signup', email: byCode, token: code })).status).toBe(200);
    const linked = await verify(
      { type: 'signup', token_hash: test.mailTo(byLink).tokenHash },
      '198.51.100.7',
    );
    expect(linked.status).toBe(200);
  });

  it('can be entered from unknown networks again after some time', async () => {
    const email = await newcomer();
    const { code } = test.mailTo(email);
    for (let round = 0; round < 21; round += 1)
      await verify({ type: 'signup', email, token: 'wrong1' }, '198.51.100.7');
    test.pass(60);
    expect((await verify({ type: 'signup', email, token: code }, '198.51.100.7')).status).toBe(200);
  });

  it('cannot be guessed by the requester either: five more attempts, also for an unknown address', async () => {
    for (const body of [{ email: await newcomer() }, { email: newEmail(), create_user: false }]) {
      await test.ask('POST', '/otp', { body });
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => verify({ type: 'email', email: body.email, token: 'wrong1' })),
      );
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(25);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    }
  });

  it('of one kind is not valid for another', async () => {
    const email = await newcomer();
    const { code } = test.mailTo(email);
    expect((await verify({ type: 'recovery', email, token: code })).status).toBe(403);
    expect((await verify({ type: 'email_change', email, token: code })).status).toBe(403);
    expect((await verify({ type: 'email', email, token: code })).status).toBe(200);
  });

  it.each([
    ['no type', { token: '1', email: 'a@example.com' }, 'Verify requires a verification type'],
    ['no token', { type: 'signup', email: 'a@example.com' }, 'Verify requires a token or a token hash'],
    [
      'nobody',
      { type: 'signup', token: '1' },
      'Only an email address or phone number should be provided on verify',
    ],
    [
      'a type unknown',
      { type: 'toString', token: '1', email: 'a@example.com' },
      'Unsupported verification type',
    ],
    [
      'hash and address',
      { type: 'signup', token_hash: 'x', email: 'a@example.com' },
      'Only the token_hash and type should be provided',
    ],
    [
      'a number without form',
      { type: 'sms', token: '1', phone: '12ab' },
      'Invalid phone number format (E.164 required)',
    ],
  ])('rejects %s', async (_case, body, message) => {
    const { status, json } = await verify(body);
    expect([status, json]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it('is invalid when the address is unknown', async () => {
    const { status, json } = await verify({ type: 'magiclink', email: newEmail(), token: '123456' });
    expect([status, json]).toEqual([403, expiredCode]);
  });
});

describe('a link from a mail', () => {
  it('opened with a click on the page posts its token', async () => {
    const email = await newcomer();
    const { tokenHash } = test.mailTo(email);
    const { status, json } = await verify({ type: 'signup', token_hash: tokenHash });
    expect([status, json.user.email]).toEqual([200, email]);
    expect((await verify({ type: 'signup', token_hash: tokenHash })).json).toEqual(expiredLink);
  });

  it('followed directly comes back with the session in the fragment', async () => {
    const email = await newcomer();
    const { tokenHash } = test.mailTo(email);
    const { status, location } = await test.ask(
      'GET',
      `/verify?token=${tokenHash}&type=signup&redirect_to=${encodeURIComponent('https://app.example.com/in')}`,
    );
    expect([status, location.origin + location.pathname]).toEqual([303, 'https://app.example.com/in']);
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
    expect((await test.ask('GET', '/user', { token: fragment.get('access_token') ?? '' })).json.email).toBe(
      email,
    );
  });

  it('that is too old comes back with the reason', async () => {
    const { status, location } = await test.ask('GET', '/verify?token=0123&type=magiclink');
    expect([status, location.origin]).toEqual([303, siteUrl]);
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(location.search).toBe('');
  });

  it('requested with PKCE gives a code that only the right client can exchange', async () => {
    const { verifier, fields } = newChallenge();
    const email = newEmail();
    await test.ask('POST', '/otp', { body: { email, ...fields } });
    const { tokenHash } = test.mailTo(email);
    expect(tokenHash).toMatch(/^pkce_[0-9a-f]{56}$/);
    const { location } = await test.ask('GET', `/verify?token=${tokenHash}&type=signup`);
    const auth_code = location.searchParams.get('code') ?? '';
    expect(location.hash).toBe('');

    const exchange = (body: unknown) => test.ask('POST', '/token?grant_type=pkce', { body });
    const stranger = await exchange({ auth_code, code_verifier: newChallenge().verifier });
    expect([stranger.status, stranger.json.code]).toEqual([400, 'bad_code_verifier']);
    const owner = await exchange({ auth_code, code_verifier: verifier });
    expect([owner.status, owner.json.user.email]).toEqual([200, email]);
    expect(decodeJwt(owner.json.access_token).amr).toEqual([
      { method: 'email/signup', timestamp: expect.any(Number) },
    ]);
    const replay = await exchange({ auth_code, code_verifier: verifier });
    expect([replay.status, replay.json]).toEqual([
      404,
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    ]);
    const empty = await exchange({ auth_code, code_verifier: '' });
    expect([empty.status, empty.json.code]).toEqual([400, 'validation_failed']);
  });

  it('gives a code that lives five minutes from its issue, not from the mail', async () => {
    const person = await signUpPerson(test);
    const { verifier, fields } = newChallenge();
    await test.ask('POST', '/otp', { body: { email: person.email, ...fields } });
    test.pass(1200);
    const { tokenHash } = test.mailTo(person.email);
    const { location } = await test.ask('GET', `/verify?token=${tokenHash}&type=magiclink`);
    test.pass(301);
    const { status, json } = await test.ask('POST', '/token?grant_type=pkce', {
      body: { auth_code: location.searchParams.get('code'), code_verifier: verifier },
    });
    expect([status, json.code]).toEqual([422, 'flow_state_expired']);
  });

  it('requested with PKCE and expired says so in the query too', async () => {
    const { location } = await test.ask('GET', '/verify?token=pkce_0123&type=recovery');
    expect(location.searchParams.get('error_code')).toBe('otp_expired');
    expect(location.hash).toContain('error_code=otp_expired');
  });

  it.each([
    ['a stranger', 'https://evil.example.com/'],
    ['a look-alike', 'https://app.example.com.evil.com/'],
    ['a script', 'javascript:alert(1)'],
    ['hidden credentials', 'http://localhost:3000@evil.com/'],
  ])('never redirects to %s', async (_case, target) => {
    const { location } = await test.ask(
      'GET',
      `/verify?token=0&type=signup&redirect_to=${encodeURIComponent(target)}`,
    );
    expect(location.origin).toBe(siteUrl);
  });

  it('redirects to the referring page when it names no target', async () => {
    const { location } = await test.ask('GET', '/verify?token=0&type=signup', {
      headers: { referer: 'https://app.example.com/from' },
    });
    expect(location.origin + location.pathname).toBe('https://app.example.com/from');
  });
});

describe('a code instead of a password', () => {
  it('signs an existing user in by magic link email', async () => {
    const person = await signUpPerson(test);
    const { status, json } = await test.ask('POST', '/otp', { body: { email: person.email } });
    expect([status, json]).toEqual([200, {}]);
    const mail = test.mailTo(person.email);
    expect(mail.kind).toBe('magiclink');
    const verified = await verify({ type: 'magiclink', email: person.email, token: mail.code });
    expect(verified.json.user.id).toBe(person.id);
  });

  it('creates an unknown user by confirmation email, with the given data', async () => {
    const email = newEmail();
    await test.ask('POST', '/magiclink', { body: { email, data: { name: 'Noor' } } });
    const mail = test.mailTo(email);
    expect(mail.kind).toBe('signup');
    const { json } = await verify({ type: 'email', email, token: mail.code });
    expect(json.user.user_metadata).toMatchObject({ name: 'Noor', email_verified: true });
  });

  it('creates no user with create_user false', async () => {
    const email = newEmail();
    const { status, json } = await test.ask('POST', '/otp', { body: { email, create_user: false } });
    expect([status, json]).toEqual([200, {}]);
    expect(await test.sql`select from auth.users where email = ${email}`).toHaveLength(0);
    expect(test.mails.some((mail) => mail.to === email)).toBe(false);
  });

  it('goes by text message, and expires after a minute', async () => {
    const phone = newPhone();
    const sent = await test.ask('POST', '/otp', { body: { phone } });
    expect(sent.json).toEqual({ message_id: test.textTo(phone).messageId });
    test.pass(61);
    const late = await verify({ type: 'sms', phone, token: test.textTo(phone).code });
    expect([late.status, late.json]).toEqual([403, expiredCode]);
    await test.ask('POST', '/otp', { body: { phone, channel: 'sms' } });
    const { status, json } = await verify({ type: 'sms', phone, token: test.textTo(phone).code });
    expect([status, json.user.phone]).toEqual([200, phone]);
  });

  it('is the known one for a test number, and nothing is sent', async () => {
    const sent = await test.ask('POST', '/otp', { body: { phone: '+1 555 000 1111' } });
    expect(sent.status).toBe(200);
    expect(test.texts.filter((text) => text.to === '15550001111')).toEqual([]);
    expect((await verify({ type: 'sms', phone: '15550001111', token: '123456' })).status).toBe(200);
  });

  it('reports that phone sign-in is disabled', async () => {
    const { status, json } = await test.withOptions({ phone: false }).ask('POST', '/otp', {
      body: { phone: newPhone() },
    });
    expect([status, json]).toEqual([
      400,
      { code: 'phone_provider_disabled', message: 'Unsupported phone provider' },
    ]);
  });
});

describe('how often messages go out', () => {
  it('waits between two messages, equally for known and unknown addresses', async () => {
    const host = test.withOptions({ maxFrequencyS: 60 });
    const known = await signUpPerson(test);
    for (const email of [known.email, newEmail()]) {
      const first = await host.ask('POST', '/recover', { body: { email } });
      expect([first.status, first.json]).toEqual([200, {}]);
      const second = await host.ask('POST', '/recover', { body: { email } });
      expect([second.status, second.json.code]).toEqual([429, 'over_email_send_rate_limit']);
      expect(second.json.message).toMatch(
        /^For security purposes, you can only request this after (59|60) seconds\.$/,
      );
      const byLink = await host.ask('POST', '/otp', { body: { email } });
      expect(byLink.status).toBe(429);
    }
    test.pass(60);
    expect((await host.ask('POST', '/recover', { body: { email: known.email } })).status).toBe(200);
  });

  it('does not delay a user who has just confirmed an address', async () => {
    const host = test.withOptions({ maxFrequencyS: 60 });
    const email = newEmail();
    await host.ask('POST', '/signup', { body: { email, password: goodPassword } });
    await host.ask('POST', '/verify', { body: { type: 'signup', email, token: test.mailTo(email).code } });
    const again = await host.ask('POST', '/signup', { body: { email, password: goodPassword } });
    expect(again.status).toBe(200);
    expect((await host.ask('POST', '/otp', { body: { email } })).status).toBe(200);
    await host.ask('POST', '/verify', { body: { type: 'email', email, token: test.mailTo(email).code } });
    expect((await host.ask('POST', '/recover', { body: { email } })).status).toBe(200);
  });

  it('allows one of many concurrent requests', async () => {
    const host = test.withOptions({ maxFrequencyS: 60 });
    const { email } = await signUpPerson(test);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => host.ask('POST', '/recover', { body: { email } })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(test.mails.filter((mail) => mail.to === email)).toHaveLength(1);
  });
});
