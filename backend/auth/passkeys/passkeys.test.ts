import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUpPerson } from '../testing/people.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { siteUrl, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

type Options = Parameters<SoftwareAuthenticator['create']>[0] & Parameters<SoftwareAuthenticator['get']>[0];

async function startRegistration(token: string) {
  const { status, json } = await test.ask('POST', '/passkeys/registration/options', { token, body: {} });
  expect(status).toBe(200);
  return { challenge_id: json.challenge_id, options: json.options as Options, expires_at: json.expires_at };
}

async function register(person: Person, device = new SoftwareAuthenticator(siteUrl)) {
  const { challenge_id, options } = await startRegistration(person.token);
  const answer = await test.ask('POST', '/passkeys/registration/verify', {
    token: person.token,
    body: { challenge_id, credential: device.create(options) },
  });
  return { device, answer };
}

async function startSignIn() {
  const { json } = await test.ask('POST', '/passkeys/authentication/options', { body: {} });
  return { challenge_id: json.challenge_id, options: json.options as Options };
}

const finishSignIn = (body: unknown) => test.ask('POST', '/passkeys/authentication/verify', { body });

describe('adding a passkey', () => {
  it('offers options for a discoverable credential', async () => {
    const person = await signUpPerson(test);
    const { challenge_id, options, expires_at } = await startRegistration(person.token);
    expect(challenge_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Number(expires_at) - Math.floor(Date.now() / 1000)).toBeGreaterThan(290);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'onda' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true },
    });
    expect(JSON.stringify(options)).toContain('"alg":-7');
  });

  it('saves it, and signs in with it afterwards', async () => {
    const person = await signUpPerson(test);
    const { device, answer } = await register(person);
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['id', 'created_at']]);
    const { challenge_id, options } = await startSignIn();
    const { status, json } = await finishSignIn({ challenge_id, credential: device.get(options) });
    expect([status, json.user.id]).toEqual([200, person.id]);
    expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
    const list = await test.ask('GET', '/passkeys', { token: json.access_token });
    expect(list.json).toEqual([
      { id: answer.json.id, created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
  });

  it('excludes existing ones, and rejects the same one again', async () => {
    const person = await signUpPerson(test);
    const { device } = await register(person);
    const { options } = await startRegistration(person.token);
    expect(options).toMatchObject({ excludeCredentials: [{ id: device.held[0]?.id }] });
    const stranger = await signUpPerson(test);
    const again = await startRegistration(stranger.token);
    const rawId = Buffer.from(device.held[0]?.id ?? '', 'base64url');
    const { status, json } = await test.ask('POST', '/passkeys/registration/verify', {
      token: stranger.token,
      body: { challenge_id: again.challenge_id, credential: device.create(again.options, { rawId }) },
    });
    expect([status, json.code]).toEqual([422, 'webauthn_credential_exists']);
  });

  it('works once per challenge, and only for its requester', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const device = new SoftwareAuthenticator(siteUrl);
    const { challenge_id, options } = await startRegistration(person.token);
    const body = { challenge_id, credential: device.create(options) };
    const stranger = await test.ask('POST', '/passkeys/registration/verify', { token: other.token, body });
    expect([stranger.status, stranger.json.code]).toEqual([400, 'webauthn_challenge_not_found']);
    expect(
      (await test.ask('POST', '/passkeys/registration/verify', { token: person.token, body })).status,
    ).toBe(200);
    const replay = await test.ask('POST', '/passkeys/registration/verify', { token: person.token, body });
    expect([replay.status, replay.json]).toEqual([
      400,
      { code: 'webauthn_challenge_not_found', message: 'Challenge not found or already used' },
    ]);
  });

  it('rejects another origin, another challenge and invalid data', async () => {
    const person = await signUpPerson(test);
    const device = new SoftwareAuthenticator(siteUrl);
    const answers: unknown[] = [];
    for (const forge of [
      (options: Options) => device.create(options, { origin: 'https://evil.example.com' }),
      (options: Options) => device.create({ ...options, challenge: 'AAAA' }),
      (options: Options) => device.create({ ...options, rp: { id: 'evil.example.com' } }),
      () => ({ id: 'x', response: {} }),
      () => 'nonsense',
    ]) {
      const { challenge_id, options } = await startRegistration(person.token);
      const { status, json } = await test.ask('POST', '/passkeys/registration/verify', {
        token: person.token,
        body: { challenge_id, credential: forge(options) },
      });
      answers.push([status, json.code]);
    }
    expect(answers).toEqual(Array(5).fill([400, 'webauthn_verification_failed']));
  });

  it('needs challenge and credential', async () => {
    const { token } = await signUpPerson(test);
    for (const body of [{}, { challenge_id: 'x', credential: {} }, { challenge_id: crypto.randomUUID() }]) {
      const { status, json } = await test.ask('POST', '/passkeys/registration/verify', { token, body });
      expect([status, json.code]).toEqual([400, 'validation_failed']);
    }
  });

  it('expires after five minutes', async () => {
    const person = await signUpPerson(test);
    const { challenge_id, options } = await startRegistration(person.token);
    test.pass(301);
    const { json } = await test.ask('POST', '/passkeys/registration/verify', {
      token: person.token,
      body: { challenge_id, credential: new SoftwareAuthenticator(siteUrl).create(options) },
    });
    expect(json.code).toBe('webauthn_challenge_expired');
  });

  it('stops at the limit', async () => {
    const person = await signUpPerson(test);
    await register(person);
    const { status, json } = await test
      .withOptions({ maxPasskeys: 1 })
      .ask('POST', '/passkeys/registration/options', { token: person.token, body: {} });
    expect([status, json.code]).toEqual([422, 'too_many_passkeys']);
  });

  it('is not for anonymous visitors', async () => {
    const { json: session } = await test.ask('POST', '/signup', { body: {} });
    const { status, json } = await test.ask('POST', '/passkeys/registration/options', {
      token: session.access_token,
      body: {},
    });
    expect([status, json.code]).toEqual([403, 'no_authorization']);
  });
});

describe('signing in with a passkey', () => {
  it('rejects a wrong signature, a used challenge, an unknown key and a stolen handle', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const { device } = await register(person);

    const wrong = await startSignIn();
    const assertion = device.get({ ...wrong.options, challenge: 'AAAA' });
    const failed = await finishSignIn({ challenge_id: wrong.challenge_id, credential: assertion });
    expect([failed.status, failed.json.code]).toEqual([400, 'webauthn_verification_failed']);

    const right = await startSignIn();
    const body = { challenge_id: right.challenge_id, credential: device.get(right.options) };
    expect((await finishSignIn(body)).status).toBe(200);
    expect((await finishSignIn(body)).json.code).toBe('webauthn_challenge_not_found');

    const unknown = new SoftwareAuthenticator(siteUrl);
    unknown.create({ challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AAAA' } });
    const strange = await startSignIn();
    const rejected = await finishSignIn({
      challenge_id: strange.challenge_id,
      credential: unknown.get(strange.options),
    });
    expect(rejected.json.code).toBe('webauthn_verification_failed');

    const swapped = await startSignIn();
    const credential = device.get(swapped.options) as { response: Record<string, unknown> };
    credential.response.userHandle = Buffer.from(other.id).toString('base64url');
    const stolen = await finishSignIn({ challenge_id: swapped.challenge_id, credential });
    expect(stolen.json.code).toBe('webauthn_verification_failed');
  });

  it('rejects a cloned key whose counter went back', async () => {
    const person = await signUpPerson(test);
    const { device } = await register(person);
    for (const counter of [5, 3]) {
      const held = device.held[0];
      if (held) held.counter = counter;
      const { challenge_id, options } = await startSignIn();
      const { status } = await finishSignIn({ challenge_id, credential: device.get(options) });
      expect(status).toBe(counter === 5 ? 200 : 400);
    }
  });

  it('rejects banned users', async () => {
    const person = await signUpPerson(test);
    const { device } = await register(person);
    await test.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
    const { challenge_id, options } = await startSignIn();
    const { status, json } = await finishSignIn({ challenge_id, credential: device.get(options) });
    expect([status, json.code]).toEqual([403, 'user_banned']);
  });

  it('can be off', async () => {
    const off = test.withOptions({ passkeys: false });
    const { status, json } = await off.ask('POST', '/passkeys/authentication/options', { body: {} });
    expect([status, json.code]).toEqual([404, 'passkey_disabled']);
  });
});

describe('managing passkeys', () => {
  it('are renamed and deleted only by their owner', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const { answer } = await register(person);
    const path = `/passkeys/${answer.json.id}`;
    for (const [method, body] of [
      ['PATCH', { friendly_name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, json } = await test.ask(method, path, { token: other.token, body });
      expect([status, json.code]).toEqual([404, 'webauthn_credential_not_found']);
    }
    const named = await test.ask('PATCH', path, { token: person.token, body: { friendly_name: 'Laptop' } });
    expect(named.json).toMatchObject({ id: answer.json.id, friendly_name: 'Laptop' });
    const empty = await test.ask('PATCH', path, { token: person.token, body: { friendly_name: ' ' } });
    expect(empty.status).toBe(400);
    expect((await test.ask('DELETE', path, { token: person.token })).status).toBe(204);
    expect((await test.ask('GET', '/passkeys', { token: person.token })).json).toEqual([]);
  });

  it('are listed and removed by an administrator', async () => {
    const person = await signUpPerson(test);
    const { answer } = await register(person);
    const path = `/admin/users/${person.id}/passkeys`;
    const list = await test.ask('GET', path, { token: test.serviceRoleKey });
    expect(list.json).toMatchObject([{ id: answer.json.id }]);
    expect((await test.ask('GET', path, { token: person.token })).status).toBe(403);
    const gone = await test.ask('DELETE', `${path}/${answer.json.id}`, { token: test.serviceRoleKey });
    expect(gone.status).toBe(204);
    const again = await test.ask('DELETE', `${path}/${answer.json.id}`, { token: test.serviceRoleKey });
    expect(again.status).toBe(404);
  });
});
