import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPhone, type Person, signIn, signUpPerson } from '../testing/people.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { type AnswerBody, siteUrl, startAuth, type TestAuth } from '../testing/start-auth.ts';
import { totpCode, totpStep } from './totp.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const codeNow = (secret: string, steps = 0) => totpCode(secret, totpStep(new Date()) + steps);

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

describe('enrolling', () => {
  it('of another factor requires aal2', async () => {
    const person = await protectedPerson();
    const session = await signIn(test, person);
    const rejected = await enroll(session.access_token, { factor_type: 'totp', friendly_name: 'Second' });
    expect([rejected.status, rejected.json.code]).toEqual([403, 'insufficient_aal']);
    expect(
      (await enroll(person.aal2.access_token, { factor_type: 'totp', friendly_name: 'Second' })).status,
    ).toBe(200);
  });

  it('rejects a name twice, too many, unknown kinds and missing numbers', async () => {
    const { token } = await signUpPerson(test);
    await enroll(token, { factor_type: 'totp', friendly_name: 'App' });
    const cases = [
      await enroll(token, { factor_type: 'totp', friendly_name: 'App' }),
      await test
        .withOptions({ maxFactors: 1 })
        .ask('POST', '/factors', { token, body: { factor_type: 'totp' } }),
      await enroll(token, { factor_type: 'smell' }),
      await enroll(token, { factor_type: 'phone' }),
      await enroll(token, { factor_type: 'phone', phone: 'abc' }),
    ];
    expect(cases.map(({ status, json }) => [status, json.code])).toEqual([
      [422, 'mfa_factor_name_conflict'],
      [422, 'too_many_enrolled_mfa_factors'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ]);
  });

  it.each(['totp', 'phone', 'webauthn'] as const)('and verifying by %s can be off', async (kind) => {
    const { token } = await signUpPerson(test);
    const { json: factor } = await enroll(token, { factor_type: kind, phone: newPhone() });
    const off = test.withOptions({ factors: { [kind]: { enroll: false, verify: false } } });
    const enrolled = await off.ask('POST', '/factors', {
      token,
      body: { factor_type: kind, phone: newPhone() },
    });
    const challenged = await off.ask('POST', `/factors/${factor.id}/challenge`, { token, body: {} });
    expect([enrolled.status, enrolled.json.code]).toEqual([422, `mfa_${kind}_enroll_not_enabled`]);
    expect([challenged.status, challenged.json.code]).toEqual([422, `mfa_${kind}_verify_not_enabled`]);
  });

  it('is not for anonymous visitors', async () => {
    const { json: session } = await test.ask('POST', '/signup', { body: {} });
    const { status, json } = await enroll(session.access_token, { factor_type: 'totp' });
    expect([status, json.code]).toEqual([403, 'no_authorization']);
  });
});

describe('a phone as second factor', () => {
  it('receives a code', async () => {
    const { token } = await signUpPerson(test);
    const phone = newPhone();
    const { json: factor } = await enroll(token, {
      factor_type: 'phone',
      phone: `+${phone}`,
      friendly_name: 'Mobile',
    });
    expect(factor).toMatchObject({ type: 'phone', phone, friendly_name: 'Mobile' });
    const asked = await challenge(token, factor.id, { channel: 'whatsapp' });
    const text = test.textTo(phone);
    expect(text).toMatchObject({ kind: 'factor', channel: 'whatsapp' });
    const [row] = await test.sql`select otp_code from auth.mfa_challenges where id = ${asked.json.id}`;
    expect(row?.otp_code).not.toContain(text.code);
    const wrong = await verify(token, factor.id, { challenge_id: asked.json.id, code: 'nope' });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'mfa_verification_failed']);
    const { json } = await verify(token, factor.id, { challenge_id: asked.json.id, code: text.code });
    expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, {}] });
    const twice = await enroll(json.access_token, { factor_type: 'phone', phone });
    expect([twice.status, twice.json.code]).toEqual([422, 'mfa_verified_factor_exists']);
  });

  it('gets no second message at once', async () => {
    const host = test.withOptions({ maxFrequencyS: 60 });
    const { token } = await signUpPerson(test);
    const { json: factor } = await enroll(token, { factor_type: 'phone', phone: newPhone() });
    const ask = () => host.ask('POST', `/factors/${factor.id}/challenge`, { token, body: {} });
    expect((await ask()).status).toBe(200);
    const second = await ask();
    expect([second.status, second.json.code]).toEqual([429, 'over_sms_send_rate_limit']);
  });

  it('is not flooded by repeated enrolment, but its owner gets the next code at once', async () => {
    const host = test.withOptions({ maxFrequencyS: 60 });
    const { token } = await signUpPerson(test);
    const phone = newPhone();
    const begin = async () => {
      const { json: factor } = await enroll(token, { factor_type: 'phone', phone });
      const path = `/factors/${factor.id}`;
      return { path, asked: await host.ask('POST', `${path}/challenge`, { token, body: {} }) };
    };
    const first = await begin();
    const { code } = test.textTo(phone);
    expect((await begin()).asked.json.code).toBe('over_sms_send_rate_limit');
    const gone = { challenge_id: first.asked.json.id, code };
    expect((await host.ask('POST', `${first.path}/verify`, { token, body: gone })).status).toBe(404);

    const other = await signUpPerson(test);
    const mine = newPhone();
    const { json: factor } = await enroll(other.token, { factor_type: 'phone', phone: mine });
    const path = `/factors/${factor.id}`;
    const ask = (as: string) => host.ask('POST', `${path}/challenge`, { token: as, body: {} });
    const answer = { challenge_id: (await ask(other.token)).json.id, code: test.textTo(mine).code };
    const proven = await host.ask('POST', `${path}/verify`, { token: other.token, body: answer });
    expect((await ask(proven.json.access_token)).status).toBe(200);
  });
});

describe('a security key as second factor', () => {
  type Challenge = {
    type: 'create' | 'request';
    credential_options: { publicKey: Parameters<SoftwareAuthenticator['create']>[0] & { challenge: string } };
  };

  it('is created once and requested afterwards', async () => {
    const person = await signUpPerson(test);
    const key = new SoftwareAuthenticator(siteUrl);
    const { json: factor } = await enroll(person.token, { factor_type: 'webauthn', friendly_name: 'Key' });
    expect(factor).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Key' });

    const first = await challenge(person.token, factor.id, { webauthn: { rpId: 'localhost' } });
    const creation = first.json.webauthn as Challenge;
    expect(creation.type).toBe('create');
    const created = await verify(person.token, factor.id, {
      challenge_id: first.json.id,
      webauthn: { type: 'create', credential_response: key.create(creation.credential_options.publicKey) },
    });
    expect([created.status, decodeJwt(created.json.access_token).aal]).toEqual([200, 'aal2']);

    const { access_token: token } = await signIn(test, person);
    const second = await challenge(token, factor.id);
    const request = second.json.webauthn as Challenge;
    expect(request.type).toBe('request');
    const wrong = await verify(token, factor.id, {
      challenge_id: second.json.id,
      webauthn: {
        type: 'request',
        credential_response: key.get({ ...request.credential_options.publicKey, challenge: 'AAAA' }),
      },
    });
    expect([wrong.status, wrong.json.code]).toEqual([422, 'mfa_verification_failed']);
    const right = await verify(token, factor.id, {
      challenge_id: second.json.id,
      webauthn: { type: 'request', credential_response: key.get(request.credential_options.publicKey) },
    });
    expect(decodeJwt(right.json.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
  });

  it.each([
    [{}, 'validation_failed'],
    [{ webauthn: { type: 'sniff', credential_response: {} } }, 'validation_failed'],
    [{ webauthn: { type: 'create' } }, 'validation_failed'],
    [{ webauthn: { type: 'request', credential_response: {} } }, 'mfa_verification_failed'],
    [
      { webauthn: { type: 'create', credential_response: { id: 'x', response: {} } } },
      'mfa_verification_failed',
    ],
    [{ webauthn: 'key' }, 'bad_json'],
  ])('rejects %j', async (body, code) => {
    const { token } = await signUpPerson(test);
    const { json: factor } = await enroll(token, { factor_type: 'webauthn' });
    const asked = await challenge(token, factor.id);
    const { json } = await verify(token, factor.id, { challenge_id: asked.json.id, ...body });
    expect(json.code).toBe(code);
  });
});

describe('removing a factor', () => {
  it('requires aal2, and lets the session fall back', async () => {
    const person = await protectedPerson();
    const weak = await signIn(test, person);
    const path = `/factors/${person.factorId}`;
    const rejected = await test.ask('DELETE', path, { token: weak.access_token });
    expect([rejected.status, rejected.json.code]).toEqual([422, 'insufficient_aal']);
    const { status, json } = await test.ask('DELETE', path, { token: person.aal2.access_token });
    expect([status, json]).toEqual([200, { id: person.factorId }]);
    const refreshed = await test.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: person.aal2.refresh_token },
    });
    expect(decodeJwt(refreshed.json.access_token).aal).toBe('aal1');
  });

  it('is for the owner alone', async () => {
    const [person, other] = [await protectedPerson(), await signUpPerson(test)];
    for (const id of [person.factorId, crypto.randomUUID(), 'nonsense']) {
      const { status, json } = await test.ask('DELETE', `/factors/${id}`, { token: other.token });
      expect([status, json.code]).toEqual([404, 'mfa_factor_not_found']);
    }
  });

  it('can be done by an administrator', async () => {
    const person = await protectedPerson();
    const path = `/admin/users/${person.id}/factors`;
    const list = await test.ask('GET', path, { token: test.serviceRoleKey });
    expect(list.json).toMatchObject([{ id: person.factorId, friendly_name: 'Phone app' }]);
    const renamed = await test.ask('PUT', `${path}/${person.factorId}`, {
      token: test.serviceRoleKey,
      body: { friendly_name: 'Old phone' },
    });
    expect(renamed.json.friendly_name).toBe('Old phone');
    const gone = await test.ask('DELETE', `${path}/${person.factorId}`, { token: test.serviceRoleKey });
    expect(gone.json.id).toBe(person.factorId);
    expect((await test.ask('GET', path, { token: test.serviceRoleKey })).json).toEqual([]);
  });
});

describe('what a second factor protects', () => {
  it('requires aal2 before address or password change', async () => {
    const person = await protectedPerson();
    const { access_token: token } = await signIn(test, person);
    const { status, json } = await test.ask('PUT', '/user', {
      token,
      body: { password: 'another-harbour-52' },
    });
    expect([status, json.code]).toEqual([401, 'insufficient_aal']);
    const data = await test.ask('PUT', '/user', { token, body: { data: { town: 'Riga' } } });
    expect(data.status).toBe(200);
    const passkey = await test.ask('POST', '/passkeys/registration/options', { token, body: {} });
    expect([passkey.status, passkey.json.code]).toEqual([403, 'insufficient_aal']);
  });
});

describe('recovery codes', () => {
  const codesOf = (json: AnswerBody) => json.codes as string[];
  const at = (path: string, method: string, token: string, body?: unknown) =>
    test.ask(method, `/factors/recovery-codes${path}`, { token, body });

  it('open aal2 once each, however they are typed', async () => {
    const person = await protectedPerson();
    const made = await at('', 'POST', person.aal2.access_token, { friendly_name: 'Paper' });
    expect(made.json).toMatchObject({ type: 'recovery_code', friendly_name: 'Paper', total: 10 });
    const [code = ''] = codesOf(made.json);
    expect(code).toMatch(/^[2-9a-z]{16}$/);

    const { access_token: token } = await signIn(test, person);
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toUpperCase();
    const { status, json } = await at('/verify', 'POST', token, { code: typed });
    expect(status).toBe(200);
    expect(decodeJwt(json.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    const again = await at('/verify', 'POST', json.access_token, { code });
    expect([again.status, again.json.code]).toEqual([422, 'mfa_verification_failed']);
    expect((await at('', 'GET', json.access_token)).json).toMatchObject({ total: 10, remaining: 9 });
  });

  it('are replaced and removed only at aal2', async () => {
    const person = await protectedPerson();
    const token = person.aal2.access_token;
    const made = await at('', 'POST', token);
    const twice = await at('', 'POST', token);
    expect([twice.status, twice.json.code]).toEqual([422, 'mfa_verified_factor_exists']);
    const renewed = await at('/regenerate', 'POST', token);
    expect([renewed.json.id, codesOf(renewed.json).length]).toEqual([made.json.id, 10]);
    const stale = await at('/verify', 'POST', token, { code: codesOf(made.json)[0] });
    expect(stale.status).toBe(422);
    const { access_token: weak } = await signIn(test, person);
    for (const [path, method] of [
      ['', 'POST'],
      ['/regenerate', 'POST'],
      ['', 'DELETE'],
    ] as const) {
      const { status, json } = await at(path, method, weak);
      expect([status, json.code]).toEqual([403, 'insufficient_aal']);
    }
    expect((await at('', 'DELETE', token)).json).toEqual({ id: made.json.id });
    expect((await at('', 'GET', token)).json.code).toBe('mfa_factor_not_found');
  });

  it('are removed with the last real factor', async () => {
    const person = await protectedPerson();
    await at('', 'POST', person.aal2.access_token);
    await test.ask('DELETE', `/factors/${person.factorId}`, { token: person.aal2.access_token });
    const { json } = await test.ask('GET', '/user', { token: person.aal2.access_token });
    expect(json).not.toHaveProperty('factors');
  });

  it('lock after ten wrong ones', async () => {
    const person = await protectedPerson();
    await at('', 'POST', person.aal2.access_token);
    const limited = test.withOptions({ rateLimits: true });
    let last: AnswerBody | undefined;
    for (let round = 0; round < 11; round += 1) {
      const answer = await limited.ask('POST', '/factors/recovery-codes/verify', {
        token: person.aal2.access_token,
        body: { code: 'wrong' },
        ip: '198.51.100.7',
      });
      last = answer.json;
    }
    expect(last?.code).toBe('mfa_recovery_codes_locked');
  });
});
