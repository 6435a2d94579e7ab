// Second factors with the official client: an authenticator app, a phone, a security key, and codes on paper.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, isForeign, openHost, type Person } from './host.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

/** What an authenticator app shows; written again here, so that a mistake of the host is not repeated. */
function appCode(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function withApp(person: Person): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const verified = await person.client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: appCode(data.totp.secret),
  });
  if (verified.error) throw verified.error;
  return { factorId: data.id, secret: data.totp.secret };
}

describe('an authenticator app', () => {
  it('is enrolled with a picture, proven, listed and asked for at the next sign-in', async () => {
    const person = await host.newPerson();
    const enrolled = await person.client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'App',
      issuer: 'onda',
    });
    expect(enrolled.error).toBeNull();
    expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'App' });
    expect(enrolled.data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(enrolled.data?.totp.uri).toMatch(/^otpauth:\/\/totp\//);

    const events: string[] = [];
    person.client.auth.onAuthStateChange((event) => void events.push(event));
    const factorId = enrolled.data?.id ?? '';
    const secret = enrolled.data?.totp.secret ?? '';
    const wrong = await person.client.auth.mfa.challengeAndVerify({ factorId, code: '00000x' });
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed']);
    expect(wrong.error?.message).toContain('Invalid TOTP code');
    const challenge = await person.client.auth.mfa.challenge({ factorId });
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const proven = await person.client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: appCode(secret),
    });
    expect(proven.error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    const level = await person.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    const list = await person.client.auth.mfa.listFactors();
    expect(list.data?.totp).toMatchObject([{ id: factorId, status: 'verified' }]);

    const next = host.newClient();
    await next.auth.signInWithPassword(person);
    const weaker = await next.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(weaker.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect((await next.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })).error).toBeNull();
  });

  it('protects the account, itself and its like', async () => {
    const person = await host.newPerson();
    const { factorId } = await withApp(person);
    const weaker = host.newClient();
    await weaker.auth.signInWithPassword(person);
    const change = await weaker.auth.updateUser({ password: 'a-new-harbour-of-7' });
    expect([change.error?.status, change.error?.code]).toEqual([401, 'insufficient_aal']);
    const enroll = await weaker.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    expect([enroll.error?.status, enroll.error?.code]).toEqual([403, 'insufficient_aal']);
    const remove = await weaker.auth.mfa.unenroll({ factorId });
    expect([remove.error?.status, remove.error?.code]).toEqual([422, 'insufficient_aal']);
    const gone = await person.client.auth.mfa.unenroll({ factorId });
    expect([gone.error, gone.data?.id]).toEqual([null, factorId]);
  });

  it('is rejected under a name that is taken, and unknown ones are not found', async () => {
    const person = await host.newPerson();
    await withApp(person);
    const twice = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
    expect([twice.error?.status, twice.error?.code]).toEqual([422, 'mfa_factor_name_conflict']);
    const unknown = await person.client.auth.mfa.unenroll({ factorId: crypto.randomUUID() });
    expect([unknown.error?.status, unknown.error?.code]).toEqual([404, 'mfa_factor_not_found']);
  });

  it('is listed and removed by an administrator', async () => {
    const person = await host.newPerson();
    const { factorId } = await withApp(person);
    const list = await host.admin.auth.admin.mfa.listFactors({ userId: person.user.id });
    expect(list.data?.factors).toMatchObject([{ id: factorId }]);
    const gone = await host.admin.auth.admin.mfa.deleteFactor({ userId: person.user.id, id: factorId });
    expect(gone.error).toBeNull();
    expect((await person.client.auth.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe('codes on paper', () => {
  it('open aal2 once each', async () => {
    const person = await host.newPerson();
    const early = await host.newClient({ experimental: { recoveryCodes: true } });
    await early.auth.signInWithPassword(person);
    const before = await early.auth.mfa.recoveryCodes.generate();
    expect(before.error?.code).toBe('insufficient_aal');
    await withApp(person);
    const token = await person.token();
    const made = await host.ask('POST', '/factors/recovery-codes', { token });
    const codes = made.json.codes as string[];
    const client = host.newClient({ experimental: { recoveryCodes: true } });
    await client.auth.signInWithPassword(person);
    const { error } = await client.auth.mfa.recoveryCodes.verify({ code: codes[0]?.toUpperCase() ?? '' });
    expect(error).toBeNull();
    const status = await client.auth.mfa.recoveryCodes.getStatus();
    expect(status.data).toMatchObject({ total: 10, remaining: 9 });
    const again = await client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
    expect(again.error?.code).toBe('mfa_verification_failed');
    expect((await client.auth.mfa.recoveryCodes.regenerate()).data?.codes).toHaveLength(10);
    expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
  });
});

describe('a phone', () => {
  it('must be a number', async () => {
    const { client } = await host.newPerson();
    const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: 'not a number' });
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
  });

  it.skipIf(isForeign)('receives the code', async () => {
    const { client } = await host.newPerson();
    const phone = '491701112233';
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' });
    const challenge = await client.auth.mfa.challenge({ factorId: data?.id ?? '', channel: 'sms' });
    const { error } = await client.auth.mfa.verify({
      factorId: data?.id ?? '',
      challengeId: challenge.data?.id ?? '',
      code: (await host.stage.textTo(phone)).code,
    });
    expect(error).toBeNull();
  });
});

describe('a security key', () => {
  it('is created and asked for', async () => {
    const person = await host.newPerson();
    const key = await host.stage.newDevice(host.siteUrl);
    const token = await person.token();
    const enrolled = await person.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' });
    const path = `/factors/${enrolled.data?.id}`;
    const asked = await host.ask('POST', `${path}/challenge`, { token, body: {} });
    const creation = asked.json.webauthn as {
      type: string;
      credential_options: { publicKey: object };
    };
    expect(creation.type).toBe('create');
    const { status } = await host.ask('POST', `${path}/verify`, {
      token,
      body: {
        challenge_id: asked.json.id,
        webauthn: {
          type: 'create',
          credential_response: await key.create(creation.credential_options.publicKey),
        },
      },
    });
    expect(status).toBe(200);
    const list = await person.client.auth.mfa.listFactors();
    expect(list.data?.webauthn).toMatchObject([{ friendly_name: 'Key', status: 'verified' }]);
  });
});
