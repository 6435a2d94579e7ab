// Encrypts short secrets that are stored in the database (AES-256-GCM). The key is derived from the installation's own
// secret, which is not in the database; the purpose prevents one kind of secret from being used as another.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface TextCipher {
  encrypt(text: string): string;
  /** Undefined when it was encrypted with another key, or changed. */
  decrypt(encrypted: string): string | undefined;
}

export function createTextCipher(secret: string, purpose: string): TextCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, 'onda', purpose, 32));
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
