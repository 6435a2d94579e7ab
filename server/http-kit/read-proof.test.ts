import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHALLENGE_PARAMETERS, readProof } from './read-proof.ts';

const lifeMs = 600_000;
const now = 1_800_000_000_000;
let genuine: { challenge: Record<string, unknown>; solution: Record<string, unknown> };

beforeAll(async () => {
  const challenge = await createChallenge({
    ...CHALLENGE_PARAMETERS,
    deriveKey,
    expiresAt: new Date(now + lifeMs),
    hmacSignatureSecret: 'a secret of this test',
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  genuine = JSON.parse(JSON.stringify({ challenge, solution }));
});

const encode = (text: string) => Buffer.from(text).toString('base64');
const isRead = (token: string, at = now) => readProof(token, { now: at, lifeMs }) !== undefined;

function changed(part: 'parameters' | 'challenge' | 'solution', fields: Record<string, unknown>): string {
  const copy = structuredClone(genuine) as Record<string, Record<string, unknown>>;
  const target = part === 'parameters' ? copy.challenge?.parameters : copy[part];
  Object.assign(target as object, fields);
  return encode(JSON.stringify(copy));
}

describe('the answer to a challenge', () => {
  it('is read as a browser writes it, until it expires', () => {
    const token = encode(JSON.stringify(genuine));
    expect(isRead(token)).toBe(true);
    expect(isRead(token, now + lifeMs)).toBe(false);
    expect(isRead(token, now - 2 * lifeMs)).toBe(false);
  });

  it('is rejected in any other spelling', () => {
    const text = JSON.stringify(genuine);
    const token = encode(text);
    const doubled = text.replace('{"challenge"', '{"challenge":{},"challenge"');
    const escaped = text.replace('"counter"', '"\\u0063ounter"');
    for (const variant of [
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}=`,
      `${token.slice(0, 40)} ${token.slice(40)}`,
      token.replaceAll('=', ''),
      encode(`${text} `),
      encode(`\ufeff${text}`),
      encode(doubled),
      encode(escaped),
      encode(text.replace(',', ', ')),
      encode(`[${text}]`),
      encode('null'),
      '',
      'x'.repeat(5000),
    ])
      if (variant !== token) expect(isRead(variant), JSON.stringify(variant.slice(0, 60))).toBe(false);
  });

  it.each([
    ['parameters', { algorithm: 'PBKDF2/SHA-512' }],
    ['parameters', { cost: 1 }],
    ['parameters', { cost: '500' }],
    ['parameters', { keyPrefix: '' }],
    ['parameters', { keyLength: 1 }],
    ['parameters', { expiresAt: undefined }],
    ['parameters', { expiresAt: String(now / 1000 + 60) }],
    ['parameters', { expiresAt: 1e300 }],
    ['parameters', { nonce: 'AB'.repeat(16) }],
    ['parameters', { salt: `${'ab'.repeat(15)}  ` }],
    ['parameters', { data: { extra: true } }],
    ['challenge', { extra: 1 }],
    ['challenge', { signature: 'AB'.repeat(32) }],
    ['challenge', { signature: undefined }],
    ['solution', { counter: -1 }],
    ['solution', { counter: 2 ** 32 }],
    ['solution', { counter: 1.5 }],
    ['solution', { counter: '7' }],
    ['solution', { derivedKey: 'AB'.repeat(32) }],
    ['solution', { time: 'soon' }],
    ['solution', { extra: 1 }],
  ] as const)('is rejected with %s %j', (part, fields) => {
    expect(isRead(changed(part, fields))).toBe(false);
  });
});
