// All secrets in the database are protected by keys derived from the JWT secret, one per purpose:
// a copy of the database alone reveals no refresh token, no code and no authenticator secret.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

export interface Secrets {
  /** The secret half of a refresh token, computed from its public half. */
  refreshMac(handle: string): string;
  /** What is stored instead of a code or link token. */
  keyedHash(text: string): string;
  seal(text: string): string;
  open(sealed: string): string;
}

const sealMark = 'sealed:';

export function createSecrets(jwtSecret: string): Secrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', jwtSecret, '', `onda auth ${purpose}`, 32));
  const refreshKey = derive('refresh token');
  const hashKey = derive('stored code');
  const sealKey = derive('sealed column');
  return {
    refreshMac: (handle) =>
      createHmac('sha256', refreshKey).update(handle).digest().subarray(0, 18).toString('base64url'),
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest('hex'),
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return sealMark + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      // Rows of an imported project contain plain text.
      if (!sealed.startsWith(sealMark)) return sealed;
      const bytes = Buffer.from(sealed.slice(sealMark.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

export function isSameText(left: string, right: string): boolean {
  // Hashing first makes the lengths equal, so that timing does not reveal them.
  return timingSafeEqual(
    createHash('sha256').update(left).digest(),
    createHash('sha256').update(right).digest(),
  );
}

export function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) digits += String(randomInt(10));
  return digits;
}

export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
