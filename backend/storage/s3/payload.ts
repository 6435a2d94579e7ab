// The bytes of a signed request as they were meant: the whole body against its hash, or chunks of the streaming forms,
// each against its signature. A body that is not the signed one fails at its end, before anything is stored.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../blobs/s3-signature.ts';
import { s3Errors } from './s3-errors.ts';
import { isSame, type SignedParts, signatureOf } from './verify-signature.ts';

type Bytes = AsyncIterable<Uint8Array>;

const STREAMING_SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const STREAMING_SIGNED_TRAILER = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER';
const STREAMING_UNSIGNED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const EMPTY_HASH = sha256('');
const maxLineBytes = 8_192;
const maxChunkBytes = 64 * 2 ** 20;

export function readPayload(body: Bytes, parts: SignedParts, secretAccessKey: string): Bytes {
  const { payload } = parts;
  if (payload === 'UNSIGNED-PAYLOAD') return body;
  if (payload === STREAMING_UNSIGNED) return decodeChunks(body);
  if (payload === STREAMING_SIGNED || payload === STREAMING_SIGNED_TRAILER)
    return decodeChunks(body, { parts, secretAccessKey });
  if (!/^[0-9a-f]{64}$/.test(payload))
    throw s3Errors.badPayload('x-amz-content-sha256 must be a hash, UNSIGNED-PAYLOAD or a streaming form');
  return hashed(body, payload);
}

async function* hashed(body: Bytes, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected) throw s3Errors.hashMismatch();
}

/** "size[;chunk-signature=...]\r\n" bytes "\r\n", until a size of 0; then trailers. */
async function* decodeChunks(
  body: Bytes,
  signed?: { parts: SignedParts; secretAccessKey: string },
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(body);
  const sums = new Checksums();
  let previous = signed?.parts.signature ?? '';
  for (;;) {
    const line = await reader.line();
    const [, size = '', signature = ''] =
      /^([0-9a-fA-F]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? [];
    const bytes = Number.parseInt(size, 16);
    if (!(bytes <= maxChunkBytes)) throw s3Errors.badPayload('A chunk of the body cannot be read');
    const hash = signed ? createHash('sha256') : undefined;
    for await (const part of reader.take(bytes)) {
      hash?.update(part);
      sums.update(part);
      yield part;
    }
    if (signed && hash) {
      const { time, scope } = signed.parts;
      const lines = ['AWS4-HMAC-SHA256-PAYLOAD', time, scope, previous, EMPTY_HASH, hash.digest('hex')];
      const expected = signatureOf(lines, signed.secretAccessKey, scope);
      if (!isSame(expected, signature)) throw s3Errors.signatureMismatch();
      previous = expected;
    }
    if (bytes === 0) break;
    if ((await reader.line()) !== '') throw s3Errors.badPayload('A chunk of the body has another length');
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) sums.check(line);
}

/** Checksums that clients send after the bytes; those that we cannot compute are not checked. */
class Checksums {
  #crc32 = 0;
  readonly #sha1 = createHash('sha1');
  readonly #sha256 = createHash('sha256');

  update(part: Uint8Array): void {
    this.#crc32 = crc32(part, this.#crc32);
    this.#sha1.update(part);
    this.#sha256.update(part);
  }

  check(line: string): void {
    const [, name = '', value = ''] = /^x-amz-checksum-(\w+):\s*(\S+)\s*$/i.exec(line) ?? [];
    const computed: Record<string, () => Buffer> = {
      crc32: () => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(this.#crc32);
        return bytes;
      },
      sha1: () => this.#sha1.copy().digest(),
      sha256: () => this.#sha256.copy().digest(),
    };
    const compute = computed[name.toLowerCase()];
    if (compute && compute().toString('base64') !== value) throw s3Errors.badDigest();
  }
}

/** Lines and counted bytes out of a stream, without holding more than one piece of it. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(body: Bytes) {
    this.#source = body[Symbol.asyncIterator]();
  }

  /** Up to CRLF; the end of the stream ends the last line too. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('latin1');
        this.#rest = this.#rest.subarray(end + 2);
        return line;
      }
      if (this.#rest.length > maxLineBytes) throw s3Errors.badPayload('A chunk of the body cannot be read');
      if (!(await this.#more())) {
        const line = this.#rest.toString('latin1');
        this.#rest = Buffer.alloc(0);
        return line;
      }
    }
  }

  async *take(bytes: number): AsyncGenerator<Uint8Array> {
    let left = bytes;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#more()))
        throw s3Errors.badPayload('The body ended before it was complete');
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    return true;
  }
}
