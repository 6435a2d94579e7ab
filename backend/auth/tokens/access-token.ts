// Signs access tokens and checks the bearer tokens that come back, with the host's own keys only.
// Says nothing of users or sessions: whether those still exist is asked by the guards.
import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import {
  decodeProtectedHeader,
  type JWK,
  type JWTPayload,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose';
import { errors } from '../errors.ts';
import type { AuthSettings } from '../options.ts';

export interface TokenKeys {
  sign(claims: JWTPayload): Promise<string>;
  verify(token: string, now: Date): Promise<JWTPayload>;
  /** What anybody may know: the public halves. */
  publicKeys: JWK[];
}

interface Key {
  kid?: string;
  alg: string;
  verifyWith: KeyObject;
  signWith?: KeyObject;
}

export function createTokenKeys(settings: Pick<AuthSettings, 'jwtSecret' | 'jwtKeys'>): TokenKeys {
  const shared = createSecretKey(Buffer.from(settings.jwtSecret, 'utf8'));
  const secretKey: Key = { alg: 'HS256', verifyWith: shared, signWith: shared };
  const listed = (settings.jwtKeys ?? []).map(importKey);
  const signer =
    listed.find((_key, index) => settings.jwtKeys?.[index]?.key_ops?.includes('sign')) ?? secretKey;
  const signWith = signer.signWith;
  if (!signWith) throw new Error('JWT_KEYS: the key with the operation "sign" has no private part');

  const keyFor = (kid: string | undefined, alg: string | undefined): KeyObject => {
    // The key's own algorithm decides: a public key must never serve as an HMAC secret.
    const match = listed.find((key) => key.alg === alg && (kid === undefined || key.kid === kid));
    if (match) return match.verifyWith;
    if (alg === 'HS256') return shared;
    throw new joseErrors.JOSEError('no key of this host fits');
  };

  return {
    publicKeys: (settings.jwtKeys ?? []).filter((jwk) => jwk.kty !== 'oct').map(publicPart),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: signer.alg, typ: 'JWT', ...(signer.kid && { kid: signer.kid }) })
        .sign(signWith),
    async verify(token, now) {
      try {
        const { alg } = decodeProtectedHeader(token);
        if (alg === undefined || alg.toLowerCase() === 'none')
          throw errors.badJwt('signing method is invalid');
        const { payload } = await jwtVerify(token, (header) => keyFor(header.kid, header.alg), {
          algorithms: ['HS256', 'RS256', 'ES256', 'EdDSA'],
          currentDate: now,
        });
        return payload;
      } catch (error) {
        if (error instanceof joseErrors.JWTExpired)
          throw errors.badJwt('token has invalid claims: token is expired');
        if (error instanceof joseErrors.JOSEError || error instanceof TypeError) {
          throw errors.badJwt('token is malformed or its signature is invalid');
        }
        throw error;
      }
    },
  };
}

function importKey(jwk: JWK): Key {
  const kid = jwk.kid;
  if (jwk.kty === 'oct') {
    const key = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'));
    return { kid, alg: 'HS256', verifyWith: key, signWith: key };
  }
  const alg =
    jwk.alg ?? ({ RSA: 'RS256', EC: 'ES256', OKP: 'EdDSA' } as Record<string, string>)[jwk.kty ?? ''];
  if (!alg) throw new Error(`JWT_KEYS: the key type "${jwk.kty}" is not supported`);
  return {
    kid,
    alg,
    verifyWith: createPublicKey({ key: { ...publicPart(jwk) }, format: 'jwk' }),
    ...(jwk.d && { signWith: createPrivateKey({ key: { ...jwk }, format: 'jwk' }) }),
  };
}

function publicPart(jwk: JWK): JWK {
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, k: _k, ...open } = jwk;
  return { ...open, key_ops: ['verify'] };
}
