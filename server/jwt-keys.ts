// Reads JWT_KEYS: a JSON array of JWKs, the first with key_ops "sign" signs access tokens.
// Checks shape only; the keys are imported where tokens are signed and verified.
import type { JWK } from 'jose';
import { type Environment, readText, rejectSecret } from './environment-reader.ts';

const EXPECTED = 'a JSON array of JWKs of which one has "sign" in its key_ops';

export function readJwtKeys(env: Environment): readonly JWK[] | undefined {
  const value = readText(env, 'JWT_KEYS');
  if (value === undefined) return undefined;
  const keys = parseJson(value);
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isJwk)) rejectSecret('JWT_KEYS', EXPECTED);
  const signing = keys.find((key) => key.key_ops?.includes('sign'));
  if (!signing) rejectSecret('JWT_KEYS', EXPECTED);
  // A public key listed as the signer would let the start pass and every sign-in fail.
  if (signing.d === undefined && signing.k === undefined) {
    rejectSecret('JWT_KEYS', `${EXPECTED}; that one must hold its private part`);
  }
  return keys;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJwk(value: unknown): value is JWK {
  if (typeof value !== 'object' || value === null) return false;
  const { kty, key_ops } = value as Record<string, unknown>;
  return typeof kty === 'string' && (key_ops === undefined || Array.isArray(key_ops));
}
