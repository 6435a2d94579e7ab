import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { signIn, signUpPerson } from '../testing/people.ts';
import { jwtSecret, startAuth } from '../testing/start-auth.ts';
import { createTokenKeys } from './access-token.ts';

async function newKey(alg: 'RS256' | 'ES256', kid: string, key_ops: string[]): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid, key_ops };
}

describe('keys of the host', () => {
  it.each(['RS256', 'ES256'] as const)('sign by %s, and publish the half that verifies', async (alg) => {
    const keys = createTokenKeys({ jwtSecret, jwtKeys: [await newKey(alg, 'k1', ['sign', 'verify'])] });
    const token = await keys.sign({ sub: 'x', exp: Math.floor(Date.now() / 1000) + 60 });
    expect(keys.publicKeys).toMatchObject([{ kid: 'k1', alg, key_ops: ['verify'] }]);
    expect(JSON.stringify(keys.publicKeys)).not.toContain('"d"');
    const { protectedHeader } = await jwtVerify(token, createLocalJWKSet({ keys: keys.publicKeys }));
    expect(protectedHeader).toMatchObject({ alg, kid: 'k1' });
    expect((await keys.verify(token, new Date())).sub).toBe('x');
  });

  it('sign by the first that may, and accept all', async () => {
    const old = await newKey('ES256', 'old', ['verify']);
    const current = await newKey('RS256', 'new', ['sign', 'verify']);
    const before = createTokenKeys({ jwtSecret, jwtKeys: [{ ...old, key_ops: ['sign'] }] });
    const after = createTokenKeys({ jwtSecret, jwtKeys: [old, current] });
    const claims = { sub: 'x', exp: Math.floor(Date.now() / 1000) + 60 };
    expect((await after.verify(await before.sign(claims), new Date())).sub).toBe('x');
    expect((await after.verify(await after.sign(claims), new Date())).sub).toBe('x');
    const bySecret = await createTokenKeys({ jwtSecret }).sign(claims);
    expect((await after.verify(bySecret, new Date())).sub).toBe('x');
  });

  it('never take a public key for a shared secret', async () => {
    const jwk = await newKey('RS256', 'k1', ['sign', 'verify']);
    const keys = createTokenKeys({ jwtSecret, jwtKeys: [jwk] });
    const forged = await new SignJWT({ sub: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JSON.stringify(keys.publicKeys[0])));
    await expect(keys.verify(forged, new Date())).rejects.toMatchObject({ code: 'bad_jwt' });
  });

  it('do not publish shared keys', async () => {
    const shared = {
      kty: 'oct',
      k: Buffer.from(jwtSecret).toString('base64url'),
      kid: 's1',
      key_ops: ['sign'],
    };
    const keys = createTokenKeys({ jwtSecret, jwtKeys: [shared] });
    expect(keys.publicKeys).toEqual([]);
  });

  it('are rejected when the one to sign with has no private half', async () => {
    const { d: _d, ...open } = await newKey('ES256', 'k1', ['sign']);
    expect(() => createTokenKeys({ jwtSecret, jwtKeys: [open] })).toThrow('JWT_KEYS');
  });

  it('serve a whole host', async () => {
    const test = await startAuth({ jwtKeys: [await newKey('RS256', 'host', ['sign', 'verify'])] });
    const person = await signUpPerson(test);
    const session = await signIn(test, person);
    const { json, headers } = await test.ask('GET', '/.well-known/jwks.json');
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    await jwtVerify(session.access_token, createLocalJWKSet(json as unknown as { keys: JWK[] }));
    expect((await test.ask('GET', '/user', { token: session.access_token })).status).toBe(200);
    expect((await test.ask('GET', '/admin/users', { token: test.serviceRoleKey })).status).toBe(200);
    await test.close();
  });
});
