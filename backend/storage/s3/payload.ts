// The bytes of a signed request as they were meant: the whole body against its hash, or chunks of the streaming forms,
// each against its signature. A body that is not the signed one fails at its end, before anything is stored.
import { createHash } from 'node:crypto';
import { sha256 } from '../blobs/s3-signature.ts';
import { s3Errors } from './s3-errors.ts';
import { Trailers } from './trailers.ts';
import { isSame, type SignedParts, signatureOf } from './verify-signature.ts';

type Bytes = AsyncIterable<Uint8Array>;

const STREAMING_SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const STREAMING_SIGNED_TRAILER = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER';
const STREAMING_UNSIGNED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const CHUNKED = new Set([STREAMING_SIGNED, STREAMING_SIGNED_TRAILER, STREAMING_UNSIGNED]);
const PAYLOAD = 'AWS4-HMAC-SHA256-PAYLOAD';
const TRAILER = 'AWS4-HMAC-SHA256-TRAILER';
const EMPTY_HASH = sha256('');
const maxLineBytes = 8_192;
const maxChunkBytes = 64 * 2 ** 20;

interface Signature {
  parts: SignedParts;
  secretAccessKey: string;
  headers: Headers;
}

export function readPayload(body: Bytes, signature: Signature): Bytes {
  const { payload } = signature.parts;
  if (payload === 'UNSIGNED-PAYLOAD') return body;
  if (CHUNKED.has(payload)) return decodeChunks(body, signature);
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
async function* decodeChunks(body: Bytes, signature: Signature): AsyncGenerator<Uint8Array> {
  const { parts, headers } = signature;
  const reader = new ByteReader(body);
  const trailers = new Trailers(parts.payload.endsWith('-TRAILER') ? headers.get('x-amz-trailer') : null);
  const isSigned = parts.payload !== STREAMING_UNSIGNED;
  let previous = parts.signature;
  let totalBytes = 0;
  for (;;) {
    const line = await reader.line();
    const [, size = '', given = ''] =
      /^([0-9a-fA-F]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? [];
    const bytes = Number.parseInt(size, 16);
    if (!(bytes <= maxChunkBytes)) throw s3Errors.badPayload('A chunk of the body cannot be read');
    const hash = isSigned ? createHash('sha256') : undefined;
    for await (const part of reader.take(bytes)) {
      hash?.update(part);
      trailers.update(part);
      yield part;
    }
    totalBytes += bytes;
    if (hash) {
      const expected = chainSignature(signature, PAYLOAD, [previous, EMPTY_HASH, hash.digest('hex')]);
      if (!isSame(expected, given)) throw s3Errors.signatureMismatch();
      previous = expected;
    }
    if (bytes === 0) break;
    if ((await reader.line()) !== '') throw s3Errors.badPayload('A chunk of the body has another length');
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) trailers.read(line);
  trailers.check();
  if (parts.payload === STREAMING_SIGNED_TRAILER) {
    const expected = chainSignature(signature, TRAILER, [previous, sha256(trailers.text)]);
    if (!isSame(expected, trailers.signature)) throw s3Errors.signatureMismatch();
  }
  const announced = headers.get('x-amz-decoded-content-length');
  if (announced !== null && Number(announced) !== totalBytes) throw s3Errors.incompleteBody();
}

/** Each chunk, and what follows the last, is signed together with the signature before it. */
function chainSignature({ parts, secretAccessKey }: Signature, kind: string, lines: string[]): string {
  const { time, scope } = parts;
  return signatureOf([kind, time, scope, ...lines], secretAccessKey, scope);
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
