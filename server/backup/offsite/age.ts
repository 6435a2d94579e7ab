// Encrypts and decrypts streams in the format of age (https://age-encryption.org/v1), a chunk of 64 KiB at a time, so that
// a person can open a copy with the program of that name and without this one. Primitives are those of Node.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AgeError, findHeaderEnd, openAgeHeader, writeAgeHeader } from './age-header.ts';
import { type AgeIdentity, deriveKey } from './age-keys.ts';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const FILE_KEY_BYTES = 16;
const DAMAGED = 'The copy is damaged or has been changed.';
const CUT_OFF = 'The copy is incomplete: its end is missing.';

export async function* encryptAge(
  source: AsyncIterable<Uint8Array>,
  { publicBytes }: Pick<AgeIdentity, 'publicBytes'>,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  yield writeAgeHeader(publicBytes, fileKey);
  const nonce = randomBytes(NONCE_BYTES);
  yield nonce;
  const key = deriveKey(fileKey, nonce, 'payload');
  let index = 0;
  for await (const { bytes, isLast } of cut(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('chacha20-poly1305', key, nonceOf(index, isLast), {
      authTagLength: TAG_BYTES,
    });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** Each chunk is verified before it is given; a file without its last chunk ends in an error. */
export async function* decryptAge(
  source: AsyncIterable<Uint8Array>,
  identity: AgeIdentity,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let headerEnd: number | undefined;
  try {
    while (headerEnd === undefined || head.length < headerEnd + NONCE_BYTES) {
      const next = await chunks.next();
      if (next.done) throw new AgeError(CUT_OFF);
      head = Buffer.concat([head, next.value]);
      headerEnd ??= findHeaderEnd(head);
    }
    const fileKey = openAgeHeader(head.subarray(0, headerEnd), identity);
    const nonce = head.subarray(headerEnd, headerEnd + NONCE_BYTES);
    const key = deriveKey(fileKey, nonce, 'payload');
    const rest = head.subarray(headerEnd + NONCE_BYTES);
    let index = 0;
    for await (const { bytes, isLast } of cut(prepend(rest, chunks), CHUNK_BYTES + TAG_BYTES)) {
      // Only a file that holds nothing at all ends in an empty chunk.
      if (bytes.length < TAG_BYTES || (bytes.length === TAG_BYTES && index > 0)) throw new AgeError(CUT_OFF);
      yield openChunk(key, { bytes, index, isLast });
      index += 1;
    }
  } finally {
    // Ends the download that is no longer needed.
    await chunks.return?.();
  }
}

function openChunk(
  key: Buffer,
  { bytes, index, isLast }: { bytes: Buffer; index: number; isLast: boolean },
): Buffer {
  const open = (nonce: Buffer) => {
    const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  };
  try {
    return open(nonceOf(index, isLast));
  } catch {
    throw new AgeError(isLast && canOpen(() => open(nonceOf(index, false))) ? CUT_OFF : DAMAGED);
  }
}

function canOpen(open: () => Buffer): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Chunks of exactly this many bytes; the last one may be shorter and is marked as the last. */
async function* cut(
  source: AsyncIterable<Uint8Array>,
  trackBytes: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes <= trackBytes) continue;
    const bytes = Buffer.concat(waiting);
    let start = 0;
    // One byte more than a chunk: then this chunk is not the last.
    for (; bytes.length - start > trackBytes; start += trackBytes)
      yield { bytes: bytes.subarray(start, start + trackBytes), isLast: false };
    waiting = [bytes.subarray(start)];
    waitingBytes = bytes.length - start;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

async function* prepend(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
