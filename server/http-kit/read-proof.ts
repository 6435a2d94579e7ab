// Reads the answer to a proof-of-work challenge. A challenge has one spelling: anything that a browser would not have
// written (spaces, other base64, other field order, extra fields) is rejected, so that no variant passes as a new answer.
import type { Challenge, Solution } from 'altcha-lib/types';

/** The parameters of all our challenges; signatures of older versions with other values are invalid. */
export const CHALLENGE_PARAMETERS = {
  algorithm: 'PBKDF2/SHA-256',
  // About a tenth of a second of one core on a phone, a thousandth to verify.
  cost: 500,
  keyLength: 32,
  keyPrefix: '00',
} as const;

export interface Proof {
  challenge: Challenge & { signature: string };
  solution: Solution;
}

const MAX_TOKEN_LENGTH = 4096;
const MAX_COUNTER = 0xffffffff;
// Processes on several machines do not have quite the same time.
const CLOCK_SKEW_MS = 60_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEX_16_BYTES = /^[0-9a-f]{32}$/;
const HEX_32_BYTES = /^[0-9a-f]{64}$/;

export function readProof(
  token: string,
  { now, lifeMs }: { now: number; lifeMs: number },
): Proof | undefined {
  if (token.length > MAX_TOKEN_LENGTH || !BASE64.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64');
  // Unused bits and missing padding: the same bytes can be written in several ways.
  if (bytes.toString('base64') !== token) return undefined;
  const proof = parseExactly(bytes.toString('utf8'));
  if (!hasFields(proof, ['challenge', 'solution'])) return undefined;
  const { challenge, solution } = proof;
  if (!hasFields(challenge, ['parameters', 'signature']) || !isMatch(challenge.signature, HEX_32_BYTES))
    return undefined;
  if (!areParameters(challenge.parameters, { now, lifeMs }) || !isSolution(solution)) return undefined;
  return proof as unknown as Proof;
}

/** Spaces, doubled fields and unusual escapes do not survive being written again. */
function parseExactly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function areParameters(value: unknown, { now, lifeMs }: { now: number; lifeMs: number }): boolean {
  const names = ['algorithm', 'cost', 'expiresAt', 'keyLength', 'keyPrefix', 'nonce', 'salt'];
  if (!hasFields(value, names)) return false;
  const { expiresAt } = value;
  return (
    Object.entries(CHALLENGE_PARAMETERS).every(([name, expected]) => value[name] === expected) &&
    isMatch(value.nonce, HEX_16_BYTES) &&
    isMatch(value.salt, HEX_16_BYTES) &&
    Number.isSafeInteger(expiresAt) &&
    Number(expiresAt) * 1000 > now &&
    Number(expiresAt) * 1000 <= now + lifeMs + CLOCK_SKEW_MS
  );
}

function isSolution(value: unknown): boolean {
  if (!hasFields(value, ['counter', 'derivedKey'], ['time'])) return false;
  const { counter, derivedKey, time = 0 } = value;
  return (
    Number.isSafeInteger(counter) &&
    Number(counter) >= 0 &&
    Number(counter) <= MAX_COUNTER &&
    isMatch(derivedKey, HEX_32_BYTES) &&
    typeof time === 'number'
  );
}

function hasFields(
  value: unknown,
  required: string[],
  optional: string[] = [],
): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return (
    required.every((name) => names.includes(name)) &&
    names.every((name) => required.includes(name) || optional.includes(name))
  );
}

function isMatch(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
