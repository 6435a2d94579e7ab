// Identifies the caller: the database role and claims of a request, from its bearer token or API key.
// Independent of services: it throws InvalidToken, which each service renders in its own format.
import { createPublicKey, type JsonWebKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import {
  type CompactJWSHeaderParameters,
  compactVerify,
  decodeProtectedHeader,
  type JWK,
  errors as joseErrors,
} from 'jose';
import type { Caller } from '#contracts/caller.ts';
import { type Claims, roleOf, type TokenRules } from './check-claims.ts';
import { InvalidToken } from './invalid-token.ts';

export { InvalidToken } from './invalid-token.ts';

export interface GatewayKeys {
  /** Signs and verifies HS256 tokens: API keys and, without jwtKeys, sessions. */
  jwtSecret: string;
  /** Opaque keys for the roles anon and service_role. */
  publishableKey?: string;
  secretKey?: string;
  /** JWKs whose public halves verify RS256, ES256 and further HS256 tokens by `kid`. */
  jwtKeys?: JWK[];
  /** Which signed tokens are accepted; strict by default. */
  tokenRules?: TokenRules;
}

export type IdentifyCaller = (headers: Headers) => Promise<Caller>;

type VerificationKey = KeyObject | Uint8Array;

const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };
const serviceRole: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const clockSkewS = 30;
const rememberedTokens = 2_000;
const algorithms = ['HS256', 'RS256', 'ES256'];

export function createIdentifyCaller(keys: GatewayKeys): IdentifyCaller {
  const keyFor = createKeyLookup(keys);
  const { tokenRules = 'strict' } = keys;
  // A verified token stays valid as long as the keys do; only the expiry is checked again.
  const verified = new Map<string, Caller>();

  async function callerOf(token: string): Promise<Caller> {
    const opaque = opaqueCaller(token, keys);
    if (opaque) return opaque;
    const known = verified.get(token);
    if (known) {
      requireTimely(known.claims);
      return known;
    }
    const claims = await verifySignature(token, keyFor);
    const caller = { role: roleOf(claims, tokenRules), claims };
    requireTimely(claims);
    if (verified.size >= rememberedTokens) {
      for (const oldest of verified.keys()) {
        verified.delete(oldest);
        break;
      }
    }
    verified.set(token, caller);
    return caller;
  }

  return async (headers) => {
    const bearer = bearerToken(headers);
    if (bearer !== undefined) return callerOf(bearer);
    const apiKey = headers.get('apikey');
    if (!apiKey) return anonymous;
    try {
      return await callerOf(apiKey);
    } catch (error) {
      // An unknown API key gives the same access as no key.
      if (error instanceof InvalidToken) return anonymous;
      throw error;
    }
  };
}

/** The token of an `Authorization: Bearer` header, or undefined when there is none. */
export function bearerToken(headers: Headers): string | undefined {
  const header = headers.get('authorization');
  if (header === null) return undefined;
  const match = /^bearer(?:\s+(.*))?$/i.exec(header.trim());
  return match ? (match[1] ?? '').trim() : undefined;
}

function opaqueCaller(token: string, keys: GatewayKeys): Caller | undefined {
  if (!token.startsWith('sb_')) return undefined;
  if (keys.secretKey && isSame(token, keys.secretKey)) return serviceRole;
  if (keys.publishableKey && isSame(token, keys.publishableKey)) return anonymous;
  return undefined;
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

function publicHalf({ kty, n, e, crv, x, y }: JWK): JsonWebKey {
  return { kty, n, e, crv, x, y };
}

function createKeyLookup(keys: GatewayKeys) {
  const secret = new TextEncoder().encode(keys.jwtSecret);
  const publicKeys = (keys.jwtKeys ?? [])
    .filter((jwk) => jwk.kty === 'RSA' || jwk.kty === 'EC')
    .map((jwk) => ({
      kid: jwk.kid,
      alg: jwk.alg ?? (jwk.kty === 'RSA' ? 'RS256' : 'ES256'),
      key: createPublicKey({ key: publicHalf(jwk), format: 'jwk' }),
    }));
  const sharedKeys = (keys.jwtKeys ?? [])
    .filter((jwk) => jwk.kty === 'oct' && jwk.k)
    .map((jwk) => ({ kid: jwk.kid, key: new Uint8Array(Buffer.from(jwk.k ?? '', 'base64url')) }));

  return (header: CompactJWSHeaderParameters): VerificationKey => {
    if (header.alg === 'HS256') {
      const shared = header.kid && sharedKeys.find((candidate) => candidate.kid === header.kid);
      return shared ? shared.key : secret;
    }
    // The key's own algorithm is compared too: a public key must never serve as an HMAC secret.
    const candidates = publicKeys.filter((candidate) => candidate.alg === header.alg);
    const match = header.kid
      ? candidates.find((candidate) => candidate.kid === header.kid)
      : candidates.length === 1
        ? candidates[0]
        : undefined;
    if (!match) throw new InvalidToken('undecodable', 'No suitable key or wrong key type');
    return match.key;
  };
}

async function verifySignature(
  token: string,
  keyFor: (header: CompactJWSHeaderParameters) => VerificationKey,
): Promise<Claims> {
  if (token === '') throw new InvalidToken('undecodable', 'Empty JWT is sent in Authorization header');
  const parts = token.split('.').length;
  if (parts !== 3) throw new InvalidToken('undecodable', `Expected 3 parts in JWT; got ${parts}`);
  let algorithm: unknown;
  try {
    algorithm = decodeProtectedHeader(token).alg;
  } catch {
    throw new InvalidToken('undecodable', 'JWT cryptographic operation failed');
  }
  if (typeof algorithm !== 'string' || !algorithms.includes(algorithm)) {
    throw new InvalidToken('undecodable', 'Wrong or unsupported encoding algorithm');
  }
  let payload: Uint8Array;
  try {
    ({ payload } = await compactVerify(token, (header) => keyFor(header), { algorithms }));
  } catch (error) {
    if (error instanceof InvalidToken) throw error;
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) {
      throw new InvalidToken('undecodable', 'JWT cryptographic operation failed');
    }
    throw error;
  }
  return parseClaims(payload);
}

function parseClaims(payload: Uint8Array): Claims {
  let claims: unknown;
  try {
    claims = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw new InvalidToken('claims', 'Parsing claims failed');
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
    throw new InvalidToken('claims', 'Parsing claims failed');
  }
  return claims as Claims;
}

function requireTimely(claims: Claims): void {
  const nowS = Date.now() / 1000;
  if (typeof claims.exp === 'number' && nowS > claims.exp + clockSkewS) {
    throw new InvalidToken('claims', 'JWT expired');
  }
  if (typeof claims.nbf === 'number' && nowS < claims.nbf - clockSkewS) {
    throw new InvalidToken('claims', 'JWT not yet valid');
  }
  // API keys contain their creation time. A clock that is behind must not lock out the whole studio.
  const isApiKey = claims.role === 'anon' || claims.role === 'service_role';
  if (!isApiKey && typeof claims.iat === 'number' && nowS < claims.iat - clockSkewS) {
    throw new InvalidToken('claims', 'JWT issued at future');
  }
}
