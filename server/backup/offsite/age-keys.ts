// The keys of age (https://age-encryption.org/v1): an X25519 pair, written AGE-SECRET-KEY-1... and age1.... Pure.
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.ts';

const SECRET_PREFIX = 'age-secret-key-';
// The bytes before the 32-byte key in PKCS #8 and SubjectPublicKeyInfo.
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');
const KEY_BYTES = 32;

export interface AgeIdentity {
  privateKey: KeyObject;
  publicBytes: Buffer;
}

export function isAgeSecretKey(text: string): boolean {
  return decodeBech32(SECRET_PREFIX, text)?.length === KEY_BYTES;
}

export function readAgeIdentity(text: string): AgeIdentity {
  const bytes = decodeBech32(SECRET_PREFIX, text);
  if (bytes?.length !== KEY_BYTES) throw new Error('This is not an age secret key.');
  return identityOf(bytes);
}

export function createAgeSecretKey(): string {
  return encodeBech32(SECRET_PREFIX, randomBytes(KEY_BYTES)).toUpperCase();
}

export function createEphemeral(): AgeIdentity {
  return identityOf(randomBytes(KEY_BYTES));
}

function identityOf(bytes: Buffer): AgeIdentity {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, bytes]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicBytes: spki.subarray(-KEY_BYTES) };
}

/** What both sides derive: the key that wraps a file's own key. */
export function deriveWrapKey(
  mine: AgeIdentity,
  theirs: Buffer,
  { ephemeral, recipient }: { ephemeral: Buffer; recipient: Buffer },
): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.concat([PUBLIC_HEAD, theirs]),
    format: 'der',
    type: 'spki',
  });
  const shared = diffieHellman({ privateKey: mine.privateKey, publicKey });
  return deriveKey(shared, Buffer.concat([ephemeral, recipient]), 'age-encryption.org/v1/X25519');
}

export function deriveKey(secret: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES));
}
