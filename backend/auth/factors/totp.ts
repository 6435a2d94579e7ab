// Time-based codes as authenticator apps generate them: SHA-1, six digits, thirty seconds, one step of tolerance.
import { createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '../tokens/secrets.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepS = 30;
const digits = 6;
const toleranceSteps = 1;

export function newTotpSecret(): string {
  return base32(randomBytes(20));
}

export function totpUri({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}): string {
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: String(digits),
    issuer,
    period: String(stepS),
    secret,
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepS);
}

/** The time step of this code, or undefined. Steps up to `usedStep` are already used. */
export function matchTotp(
  secret: string,
  code: string,
  { now, usedStep }: { now: Date; usedStep: number },
): number | undefined {
  const current = totpStep(now);
  for (let step = current - toleranceSteps; step <= current + toleranceSteps; step += 1) {
    if (isSameText(totpCode(secret, step), code) && step > usedStep) return step;
  }
  return undefined;
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((buffer >> bits) & 31);
    }
    buffer &= 0xff;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const character of text.toUpperCase().replace(/=+$/, '')) {
    buffer = (buffer << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
    buffer &= 0xfff;
  }
  return Buffer.from(bytes);
}
