import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signIn, signUpPerson } from '../testing/people.ts';
import { type AnswerBody, startAuth, type TestAuth } from '../testing/start-auth.ts';
import { totpCode, totpStep } from './totp.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const codeNow = (secret: string, steps = 0) => totpCode(secret, totpStep(testNow()) + steps);
let passedS = 0;
const testNow = () => new Date(Date.now() + passedS * 1000);
const pass = (seconds: number) => {
  passedS += seconds;
  test.pass(seconds);
};

const enroll = (token: string, body: unknown) => test.ask('POST', '/factors', { token, body });
const challenge = (token: string, id: string, body: unknown = {}, ip?: string) =>
  test.ask('POST', `/factors/${id}/challenge`, { token, body, ip });
const verify = (token: string, id: string, body: unknown, ip?: string) =>
  test.ask('POST', `/factors/${id}/verify`, { token, body, ip });

async function answerTotp(token: string, id: string, code: string) {
  const { json } = await challenge(token, id);
  return verify(token, id, { challenge_id: json.id, code });
}

interface Protected extends Person {
  factorId: string;
  secret: string;
  aal2: AnswerBody;
}

async function protectedPerson(): Promise<Protected> {
  const person = await signUpPerson(test);
  const { json } = await enroll(person.token, { factor_type: 'totp', friendly_name: 'Phone app' });
  const { secret } = json.totp as { secret: string };
  const verified = await answerTotp(person.token, json.id, codeNow(secret));
  expect(verified.status).toBe(200);
  return { ...person, factorId: json.id, secret, aal2: verified.json };
}

describe('codes of an authenticator app', () => {
  it('follow the published test vectors', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const at = (seconds: number) => totpCode(secret, Math.floor(seconds / 30));
    expect([59, 1111111109, 1111111111, 1234567890, 2000000000].map(at)).toEqual([
      '287082',
      '081804',
      '050471',
      '005924',
      '279037',
    ]);
  });
});

describe('an authenticator app', () => {
  it('is returned as secret, URI and QR code', async () => {
    const person = await signUpPerson(test);
    const { status, json } = await enroll(person.token, {
      factor_type: 'totp',
      friendly_name: 'App',
      issuer: 'Onda & Co',
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ type: 'totp', friendly_name: 'App' });
    const totp = json.totp as { qr_code: string; secret: string; uri: string };
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totp.uri);
    expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      totp.secret,
      'Onda & Co',
    ]);
    expect(totp.uri).toContain(encodeURIComponent(person.email));
    expect(totp.qr_code).toMatch(/^<svg /);
    expect(totp.qr_code).not.toContain('#');
    const [row] = await test.sql`select secret from auth.mfa_factors where id = ${json.id}`;
    expect(row?.secret).not.toContain(totp.secret);
  });

  it('raises the session to aal2 and ends weaker sessions', async () => {
    const person = await signUpPerson(test);
    const weaker = await signIn(test, person);
    const { json: factor } = await enroll(person.token, { factor_type: 'totp' });
    const asked = await challenge(person.token, factor.id);
    expect(asked.json).toMatchObject({ type: 'totp', id: expect.any(String) });
    expect(Number(asked.json.expires_at) - testNow().getTime() / 1000).toBeGreaterThan(290);
    const { secret } = factor.totp as { secret: string };
    const { status, json } = await verify(person.token, factor.id, {
      challenge_id: asked.json.id,
      code: codeNow(secret),
    });
    expect(status).toBe(200);
    const claims = decodeJwt(json.access_token);
    expect(claims).toMatchObject({
      aal: 'aal2',
      session_id: decodeJwt(person.token).session_id,
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(json.refresh_token).not.toBe(person.session.refresh_token);
    expect(json.user.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }]);
    expect((await test.ask('GET', '/user', { token: weaker.access_token })).json.code).toBe(
      'session_not_found',
    );
    const refreshed = await test.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: json.refresh_token },
    });
    expect(decodeJwt(refreshed.json.access_token).aal).toBe('aal2');
  });

  it('is required again after the next sign-in', async () => {
    const person = await protectedPerson();
    const session = await signIn(test, person);
    expect(decodeJwt(session.access_token).aal).toBe('aal1');
    const { status } = await answerTotp(session.access_token, person.factorId, codeNow(person.secret));
    expect(status).toBe(200);
  });

  it('accepts a code once', async () => {
    const person = await protectedPerson();
    pass(60);
    const code = codeNow(person.secret);
    const first = await signIn(test, person);
    expect((await answerTotp(first.access_token, person.factorId, code)).status).toBe(200);
    const second = await signIn(test, person);
    const replay = await answerTotp(second.access_token, person.factorId, code);
    expect([replay.status, replay.json.message]).toEqual([422, 'Invalid TOTP code entered']);
  });

  it('tolerates one step of a wrong clock, not two', async () => {
    const person = await protectedPerson();
    const session = await signIn(test, person);
    const far = await answerTotp(session.access_token, person.factorId, codeNow(person.secret, 3));
    expect([far.status, far.json]).toEqual([
      422,
      { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
    ]);
    expect((await answerTotp(session.access_token, person.factorId, codeNow(person.secret, 1))).status).toBe(
      200,
    );
  });

  it('cannot be guessed by someone who knows the password, and its owner is not locked out', async () => {
    const person = await protectedPerson();
    // The enrolment used one attempt; it is restored with time.
    pass(60);
    const { access_token: token } = await signIn(test, person);
    const limited = test.withOptions({ rateLimits: true });
    const codes: unknown[] = [];
    let challengeId = '';
    for (let round = 0; round < 12; round += 1) {
      // Changing the address at every attempt gains nothing: unknown networks share one allowance.
      const ip = `198.51.100.${Math.floor(round / 6)}`;
      if (round % 6 === 0) challengeId = (await challenge(token, person.factorId, {}, ip)).json.id;
      const answer = await limited.ask('POST', `/factors/${person.factorId}/verify`, {
        token,
        body: { challenge_id: challengeId, code: 'abcdef' },
        ip,
      });
      codes.push(answer.json.code);
    }
    expect(codes).toEqual([
      ...Array(5).fill('mfa_verification_failed'),
      'mfa_challenge_expired',
      ...Array(4).fill('mfa_verification_failed'),
      ...Array(2).fill('over_request_rate_limit'),
    ]);
    const recovered = await limited.ask('POST', '/factors/recovery-codes/verify', {
      token,
      body: { code: 'wrong' },
      ip: '198.51.100.9',
    });
    expect(recovered.json.code).toBe('mfa_recovery_codes_locked');
    // The owner has verified from their own network before.
    expect((await answerTotp(token, person.factorId, codeNow(person.secret))).status).toBe(200);
  });
});

describe('a challenge', () => {
  it('ends after five minutes, once used, and at another address', async () => {
    const person = await protectedPerson();
    const { access_token: token } = await signIn(test, person);
    const old = await challenge(token, person.factorId);
    pass(301);
    const late = await verify(token, person.factorId, {
      challenge_id: old.json.id,
      code: codeNow(person.secret),
    });
    expect([late.status, late.json.code]).toEqual([422, 'mfa_challenge_expired']);

    const here = await challenge(token, person.factorId, {}, '192.0.2.1');
    const body = { challenge_id: here.json.id, code: codeNow(person.secret) };
    const elsewhere = await verify(token, person.factorId, body, '192.0.2.2');
    expect([elsewhere.status, elsewhere.json.code]).toEqual([422, 'mfa_ip_address_mismatch']);
    const first = await verify(token, person.factorId, body, '192.0.2.1');
    expect(first.status).toBe(200);
    pass(30);
    const again = await verify(
      first.json.access_token,
      person.factorId,
      { ...body, code: codeNow(person.secret) },
      '192.0.2.1',
    );
    expect(again.json.code).toBe('mfa_challenge_expired');
  });

  it('must exist', async () => {
    const person = await protectedPerson();
    for (const challenge_id of [crypto.randomUUID(), 'nonsense']) {
      const { status, json } = await verify(person.aal2.access_token, person.factorId, {
        challenge_id,
        code: '1',
      });
      expect([status, json.code]).toEqual([422, 'mfa_factor_not_found']);
    }
  });
});
