// The head of an age file: for whom it is encrypted, and the file's own key wrapped for them. Only X25519; the stanzas of
// other kinds of keys are passed over. Pure.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { type AgeIdentity, createEphemeral, deriveKey, deriveWrapKey } from './age-keys.ts';

export class AgeError extends Error {}

const FIRST_LINE = 'age-encryption.org/v1';
const MAX_HEADER_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
const NO_NONCE = Buffer.alloc(12);
const NO_SALT = Buffer.alloc(0);
const WRONG_KEY = 'This copy was encrypted with a different key than BACKUP_ENCRYPTION_KEY.';
const DAMAGED = 'The copy is damaged: its header cannot be read.';

export function writeAgeHeader(recipient: Buffer, fileKey: Buffer): Buffer {
  const ephemeral = createEphemeral();
  const wrapKey = deriveWrapKey(ephemeral, recipient, { ephemeral: ephemeral.publicBytes, recipient });
  const cipher = createCipheriv('chacha20-poly1305', wrapKey, NO_NONCE, { authTagLength: TAG_BYTES });
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
  const signed = `${FIRST_LINE}\n-> X25519 ${toBase64(ephemeral.publicBytes)}\n${toBase64(wrapped)}\n---`;
  return Buffer.from(`${signed} ${toBase64(macOf(fileKey, signed))}\n`);
}

/** The length of the header in what has arrived so far; undefined while its end has not. */
export function findHeaderEnd(bytes: Buffer): number | undefined {
  const start = bytes.subarray(0, FIRST_LINE.length + 1).toString('latin1');
  if (!`${FIRST_LINE}\n`.startsWith(start)) throw new AgeError('This file is not encrypted with age.');
  const last = bytes.indexOf('\n--- ');
  const end = last < 0 ? -1 : bytes.indexOf('\n', last + 1);
  if (end >= 0) return end + 1;
  if (bytes.length > MAX_HEADER_BYTES) throw new AgeError(DAMAGED);
  return undefined;
}

export function openAgeHeader(header: Buffer, identity: AgeIdentity): Buffer {
  const lines = header.toString('latin1').slice(0, -1).split('\n');
  const last = lines.at(-1) ?? '';
  const signed = [...lines.slice(0, -1), '---'].join('\n');
  for (const [index, line] of lines.entries()) {
    const [arrow, kind, share = ''] = line.split(' ');
    if (arrow !== '->' || kind !== 'X25519') continue;
    const fileKey = unwrap(fromBase64(share), fromBase64(lines[index + 1] ?? ''), identity);
    if (!fileKey) continue;
    const claimed = fromBase64(last.slice('--- '.length));
    const expected = macOf(fileKey, signed);
    if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected))
      throw new AgeError(DAMAGED);
    return fileKey;
  }
  throw new AgeError(WRONG_KEY);
}

function unwrap(ephemeral: Buffer, body: Buffer, identity: AgeIdentity): Buffer | undefined {
  if (ephemeral.length !== 32 || body.length !== FILE_KEY_BYTES + TAG_BYTES) throw new AgeError(DAMAGED);
  try {
    const parts = { ephemeral, recipient: identity.publicBytes };
    const wrapKey = deriveWrapKey(identity, ephemeral, parts);
    const decipher = createDecipheriv('chacha20-poly1305', wrapKey, NO_NONCE, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(body.subarray(FILE_KEY_BYTES));
    return Buffer.concat([decipher.update(body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function macOf(fileKey: Buffer, signed: string): Buffer {
  return createHmac('sha256', deriveKey(fileKey, NO_SALT, 'header'))
    .update(signed, 'latin1')
    .digest();
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (toBase64(bytes) !== text) throw new AgeError(DAMAGED);
  return bytes;
}
