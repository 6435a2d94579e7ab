// Signs access tokens and verifies bearer tokens, with the host's own keys only.
// Does not know users or sessions: the guards check whether those still exist.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { decodeProtectedHeader, type JWK, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import { errors } from '../errors.ts';
import type { AuthSettings } from '../options.ts';

export interface TokenKeys {
  sign(claims: JWTPayload): string;
  verify(token: string, now: Date): Promise<JWTPayload>;
  /** The public halves of the keys. */
  publicKeys: JWK[];
}

interface Key {
  kid?: string;
  alg: string;
  verifyWith: KeyObject;
  signWith?: KeyObject;
}

const rememberedTokens = 5_000;

export function createTokenKeys(settings: Pick<AuthSettings, 'jwtSecret' | 'jwtKeys'>): TokenKeys {
  const shared = createSecretKey(Buffer.from(settings.jwtSecret, 'utf8'));
  const secretKey: Key = { alg: 'HS256', verifyWith: shared, signWith: shared };
  const listed = (settings.jwtKeys ?? []).map(importKey);
  const signer =
    listed.find((_key, index) => settings.jwtKeys?.[index]?.key_ops?.includes('sign')) ?? secretKey;
  const signWith = signer.signWith;
  if (!signWith) throw new Error('JWT_KEYS: the key with the operation "sign" has no private part');

  // A verified signature stays valid; only the expiry is checked again.
  const verified = createRecentMap<JWTPayload>(rememberedTokens);
  const keyFor = (kid: string | undefined, alg: string | undefined): KeyObject => {
    // The key's own algorithm decides: a public key must never serve as an HMAC secret.
    const match = listed.find((key) => key.alg === alg && (kid === undefined || key.kid === kid));
    if (match) return match.verifyWith;
    if (alg === 'HS256') return shared;
    throw new joseErrors.JOSEError('no key of this host fits');
  };

  return {
    publicKeys: (settings.jwtKeys ?? []).filter((jwk) => jwk.kty !== 'oct').map(publicPart),
    sign(claims) {
      const header = { alg: signer.alg, typ: 'JWT', ...(signer.kid && { kid: signer.kid }) };
      const content = `${encode(header)}.${encode(claims)}`;
      return `${content}.${signatureOf(signer.alg, signWith, content)}`;
    },
    async verify(token, now) {
      const known = verified.get(token);
      if (known && typeof known.exp === 'number' && known.exp > now.getTime() / 1000) return known;
      try {
        const { alg } = decodeProtectedHeader(token);
        if (alg === undefined || alg.toLowerCase() === 'none')
          throw errors.badJwt('signing method is invalid');
        const { payload } = await jwtVerify(token, (header) => keyFor(header.kid, header.alg), {
          algorithms: ['HS256', 'RS256', 'ES256', 'EdDSA'],
          currentDate: now,
        });
        verified.set(token, payload);
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

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signatureOf(alg: string, key: KeyObject, content: string): string {
  if (alg === 'HS256') return createHmac('sha256', key).update(content).digest('base64url');
  const digest = alg === 'EdDSA' ? null : 'sha256';
  return sign(digest, Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** A map that evicts the oldest entry when full. */
function createRecentMap<Value>(limit: number) {
  const entries = new Map<string, Value>();
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: Value) {
      if (entries.size >= limit) {
        const oldest = entries.keys().next().value;
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(key, value);
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
  if (!alg || !['RS256', 'ES256', 'EdDSA'].includes(alg)) {
    throw new Error(`JWT_KEYS: a key of type "${jwk.kty}" for "${alg}" is not supported`);
  }
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
