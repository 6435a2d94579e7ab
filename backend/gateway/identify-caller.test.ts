// Keys and tokens: what opens which role, and every way in which a token can be wrong.
import { CompactSign, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createIdentifyCaller, type IdentifyCaller, InvalidToken } from './identify-caller.ts';

const jwtSecret = 'a-secret-of-at-least-thirty-two-characters';
const publishableKey = 'sb_publishable_abc';
const secretKey = 'sb_secret_abc';

let identify: IdentifyCaller;
let rsa: { privateKey: CryptoKey; publicJwk: JWK };
let ec: { privateKey: CryptoKey; publicJwk: JWK };

beforeAll(async () => {
  const makePair = async (alg: string, kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg } };
  };
  rsa = await makePair('RS256', 'rsa-1');
  ec = await makePair('ES256', 'ec-1');
  identify = createIdentifyCaller({
    jwtSecret,
    publishableKey,
    secretKey,
    jwtKeys: [rsa.publicJwk, ec.publicJwk],
  });
});

const hs256 = (claims: Record<string, unknown>, secret = jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));
const bearer = (token: string) => identify(new Headers({ authorization: `Bearer ${token}` }));
const tokenError = (token: string) =>
  bearer(token).then(
    () => undefined,
    (error: unknown) => error,
  );
const nowS = () => Math.floor(Date.now() / 1000);
const person = () => ({
  role: 'authenticated',
  sub: '00000000-0000-4000-8000-000000000001',
  aud: 'authenticated',
  exp: nowS() + 3600,
});

describe('keys', () => {
  test('without any key the caller is anon', async () => {
    expect(await identify(new Headers())).toEqual({ role: 'anon', claims: { role: 'anon' } });
  });

  test('an unknown key gives the same access as none', async () => {
    expect((await identify(new Headers({ apikey: 'foo' }))).role).toBe('anon');
    expect((await identify(new Headers({ apikey: 'sb_secret_wrong' }))).role).toBe('anon');
  });

  test('opaque keys stand for their roles, as key and as bearer', async () => {
    expect((await identify(new Headers({ apikey: publishableKey }))).role).toBe('anon');
    expect((await identify(new Headers({ apikey: secretKey }))).role).toBe('service_role');
    expect((await bearer(publishableKey)).role).toBe('anon');
    expect((await bearer(secretKey)).role).toBe('service_role');
  });

  test('a signed key has the role in its claims', async () => {
    const apikey = await hs256({ role: 'service_role', exp: nowS() + 60 });
    expect((await identify(new Headers({ apikey }))).role).toBe('service_role');
  });

  test('the bearer counts before the key', async () => {
    const headers = new Headers({
      apikey: secretKey,
      authorization: `Bearer ${await hs256(person())}`,
    });
    expect(await identify(headers)).toMatchObject({
      role: 'authenticated',
      claims: { sub: person().sub },
    });
  });

  test('another scheme is no token', async () => {
    expect((await identify(new Headers({ authorization: 'Basic abc' }))).role).toBe('anon');
  });
});

describe('tokens', () => {
  test('RS256 and ES256 by their key id', async () => {
    for (const [alg, kid, key] of [
      ['RS256', 'rsa-1', rsa.privateKey],
      ['ES256', 'ec-1', ec.privateKey],
    ] as const) {
      const token = await new SignJWT(person()).setProtectedHeader({ alg, kid }).sign(key);
      expect((await bearer(token)).role).toBe('authenticated');
    }
  });

  test('a token is good until it expires, with half a minute for clocks', async () => {
    expect((await bearer(await hs256({ ...person(), exp: nowS() - 5 }))).role).toBe('authenticated');
    expect(await tokenError(await hs256({ ...person(), exp: nowS() - 60 }))).toMatchObject({
      kind: 'claims',
      message: 'JWT expired',
    });
  });

  test('a valid token is rejected once it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const token = await hs256({ ...person(), exp: nowS() - 27 });
      expect((await bearer(token)).role).toBe('authenticated');
      vi.setSystemTime(Date.now() + 4000);
      expect(await tokenError(token)).toBeInstanceOf(InvalidToken);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an audience may be one of several', async () => {
    const token = await hs256({ ...person(), aud: ['app', 'authenticated'] });
    expect((await bearer(token)).role).toBe('authenticated');
  });

  const wrong: [why: string, token: () => Promise<string>, kind: string, message: string][] = [
    ['nothing', async () => '', 'undecodable', 'Empty JWT is sent in Authorization header'],
    ['no token at all', async () => 'abc', 'undecodable', 'Expected 3 parts in JWT; got 1'],
    ['rubbish in three parts', async () => 'a.b.c', 'undecodable', 'JWT cryptographic operation failed'],
    [
      'another secret',
      () => hs256({ role: 'service_role' }, 'another-secret-of-at-least-thirty-two-chars'),
      'undecodable',
      'JWT cryptographic operation failed',
    ],
    [
      'no signature',
      async () => new UnsecuredJWT({ role: 'service_role' }).encode(),
      'undecodable',
      'Wrong or unsupported encoding algorithm',
    ],
    [
      'another algorithm',
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'HS512' })
          .sign(new TextEncoder().encode(jwtSecret.repeat(2))),
      'undecodable',
      'Wrong or unsupported encoding algorithm',
    ],
    [
      'an unknown key id',
      () => new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'nope' }).sign(rsa.privateKey),
      'undecodable',
      'No suitable key or wrong key type',
    ],
    [
      'the wrong one of two keys',
      () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'rsa-1' }).sign(ec.privateKey),
      'undecodable',
      'No suitable key or wrong key type',
    ],
    [
      'a public key used as a secret',
      () => hs256({ role: 'service_role' }, JSON.stringify(rsa.publicJwk)),
      'undecodable',
      'JWT cryptographic operation failed',
    ],
    [
      'an issue date ahead',
      () => hs256({ ...person(), iat: nowS() + 600 }),
      'claims',
      'JWT issued at future',
    ],
    ['a start ahead', () => hs256({ ...person(), nbf: nowS() + 600 }), 'claims', 'JWT not yet valid'],
    [
      'an expiry that is no number',
      () => hs256({ exp: 'never' }),
      'claims',
      "The JWT 'exp' claim must be a number",
    ],
  ];
  test.each(wrong)('%s is rejected', async (_why, token, kind, message) => {
    const error = await tokenError(await token());
    expect(error).toBeInstanceOf(InvalidToken);
    expect(error).toMatchObject({ kind, message });
  });

  test('API keys open the studio although the clock is behind the day they were made', async () => {
    for (const role of ['anon', 'service_role']) {
      const key = await hs256({ role, iat: nowS() + 86_400, exp: nowS() + 10 * 86_400 });
      expect(await bearer(key)).toMatchObject({ role });
    }
  });

  test('a changed payload is rejected although the token was seen before', async () => {
    const token = await hs256({ role: 'anon', exp: nowS() + 60 });
    await bearer(token);
    const [head, , signature] = token.split('.');
    const forged = `${head}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.${signature}`;
    expect(await tokenError(forged)).toBeInstanceOf(InvalidToken);
  });
});

describe('claims', () => {
  const odd: [claim: string, value: unknown][] = [
    ...[undefined, null, '', 0, true, ['authenticated'], ['service_role'], { role: 'service_role' }].map(
      (value): [string, unknown] => ['role', value],
    ),
    ...['postgres', 'supabase_admin', 'authenticator', 'nobody', 'Authenticated', 'x'.repeat(64)].map(
      (value): [string, unknown] => ['role', value],
    ),
    ...[undefined, null, '9999999999', [], {}, true].map((value): [string, unknown] => ['exp', value]),
    ...[undefined, null, '', 'x', 7, ['00000000-0000-4000-8000-000000000001'], {}].map(
      (value): [string, unknown] => ['sub', value],
    ),
    ...[undefined, null, '', 'someone-else', 7, [], {}, ['authenticated', 7]].map(
      (value): [string, unknown] => ['aud', value],
    ),
    ...[null, 'soon', []].map((value): [string, unknown] => ['iat', value]),
    ...[null, 'soon', []].map((value): [string, unknown] => ['nbf', value]),
  ];
  test.each(odd)('a %s of %j is rejected', async (claim, value) => {
    expect(await tokenError(await hs256({ ...person(), [claim]: value }))).toMatchObject({ kind: 'claims' });
  });

  test('an infinite expiry is rejected', async () => {
    const payload = JSON.stringify(person()).replace(/"exp":\d+/, '"exp":1e999');
    const token = await new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(jwtSecret));
    expect(await tokenError(token)).toMatchObject({ kind: 'claims' });
  });

  test('a key needs a role and an end, and nothing else', async () => {
    const exp = nowS() + 60;
    for (const role of ['anon', 'service_role'])
      expect((await bearer(await hs256({ role, exp }))).role).toBe(role);
    expect(await tokenError(await hs256({ role: 'service_role' }))).toMatchObject({ kind: 'claims' });
  });

  test('a token that was issued to an application gives no access', async () => {
    for (const client_id of ['9a8b7c6d-5e4f-4a2b-8c0d-9e8f7a6b5c4d', '', null, ['x']])
      expect(await tokenError(await hs256({ ...person(), client_id }))).toMatchObject({ kind: 'scope' });
  });

  test('a Supabase project takes its own roles and tokens of other issuers, but nothing of the wrong kind', async () => {
    const lenient = createIdentifyCaller({ jwtSecret, tokenRules: 'supabase' });
    const ask = async (claims: Record<string, unknown>) =>
      lenient(new Headers({ authorization: `Bearer ${await hs256(claims)}` }));
    expect((await ask({ role: 'editor' })).role).toBe('editor');
    expect((await ask({ sub: 'x' })).role).toBe('anon');
    expect((await ask({ ...person(), client_id: 'x' })).role).toBe('authenticated');
    for (const role of [null, '', 7, ['service_role'], {}])
      await expect(ask({ role })).rejects.toMatchObject({ kind: 'claims' });
    for (const claims of [{ exp: null }, { sub: ['x'] }, { aud: 7 }, { iat: '1' }])
      await expect(ask({ role: 'anon', ...claims })).rejects.toMatchObject({ kind: 'claims' });
  });
});
