// Reads a body into memory, whole and within its limit, before anything looks at it: size, encoding, number of fields,
// depth of JSON. Throws an ApiError for what cannot be taken; what is left of such a body is discarded by its caller.
import type { IncomingMessage } from 'node:http';
import { findJsonExcess } from '#backend/gateway/json-shape.ts';
import type { BodiesInFlight, BodyInFlight } from './bodies-in-flight.ts';
import {
  FORM_BYTES,
  MAX_FORM_FIELDS,
  MAX_FORM_PARTS,
  MAX_JSON_DEPTH,
  type MemoryLimit,
} from './body-limits.ts';
import { requestErrors } from './request-errors.ts';

export interface ReceivedBody {
  bytes: Buffer;
  /** To be called when the bytes are no longer needed. */
  release(): void;
}

/** The client disconnected, so no response can be sent. */
export class SenderDisconnected extends Error {}

const FIRST_BYTES = 16_384;
const URL_ENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b/i;
const BINARY = /^application\/octet-stream\b/i;
const JSON_START = /^[\s\xef\xbb\xbf]*[[{]|^\s{64}/;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export async function receiveBody(
  request: IncomingMessage,
  {
    limit,
    inFlight,
    address,
    onAccepted,
  }: {
    limit: MemoryLimit;
    inFlight: BodiesInFlight;
    /** The sender's address: large senders give way to small ones. */
    address: string;
    /** The headers of the body are valid: it may be sent. */
    onAccepted?: () => void;
  },
): Promise<ReceivedBody> {
  const type = request.headers['content-type'] ?? '';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw requestErrors.compressed();
  const isForm = URL_ENCODED.test(type) || MULTIPART.test(type);
  const maxBytes = isForm ? Math.min(limit.maxBytes, FORM_BYTES) : limit.maxBytes;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw requestErrors.tooLarge(maxBytes);
  onAccepted?.();
  const held: { body?: BodyInFlight } = {};
  try {
    const bytes = await collect(request, { maxBytes, announced, address, inFlight, held });
    checkShape(bytes, type, limit);
    return { bytes, release: () => held.body?.release() };
  } catch (error) {
    held.body?.release();
    throw error;
  }
}

function collect(
  request: IncomingMessage,
  options: {
    maxBytes: number;
    announced: number;
    address: string;
    inFlight: BodiesInFlight;
    held: { body?: BodyInFlight };
  },
): Promise<Buffer> {
  const { maxBytes, announced, address, inFlight, held } = options;
  return new Promise((resolve, reject) => {
    // One growing buffer: a body in chunks of one byte would otherwise cost a hundred times its size.
    let buffer = Buffer.allocUnsafe(Math.min(announced || FIRST_BYTES, FIRST_BYTES));
    let size = 0;
    const settle = (error: Error | undefined) => {
      request.off('data', onData).off('end', onEnd).off('error', onDisconnected).off('close', onDisconnected);
      if (!error) return resolve(buffer.subarray(0, size));
      request.pause();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      const needed = size + chunk.length;
      if (needed > maxBytes) return settle(requestErrors.tooLarge(maxBytes));
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, buffer.length * 2)));
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      chunk.copy(buffer, size);
      size = needed;
      body.add(chunk.length);
    };
    const onEnd = () => {
      body.arrived();
      settle(undefined);
    };
    const onDisconnected = () => settle(new SenderDisconnected('the client disconnected'));
    const body = inFlight.follow(address, (reason) =>
      settle(reason === 'slow' ? requestErrors.tooSlow() : requestErrors.busy()),
    );
    held.body = body;
    request.on('data', onData).on('end', onEnd).on('error', onDisconnected).on('close', onDisconnected);
  });
}

function checkShape(bytes: Buffer, type: string, { maxValues }: MemoryLimit): void {
  if (URL_ENCODED.test(type)) {
    if (count(bytes, '&', MAX_FORM_FIELDS) > MAX_FORM_FIELDS)
      throw requestErrors.tooManyFields(MAX_FORM_FIELDS);
    return;
  }
  if (MULTIPART.test(type)) {
    const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
    const delimiter = `--${quoted ?? bare ?? ''}`;
    if (count(bytes, delimiter, MAX_FORM_PARTS) > MAX_FORM_PARTS)
      throw requestErrors.tooManyFields(MAX_FORM_PARTS);
    return;
  }
  if (maxValues === undefined || BINARY.test(type) || !JSON_START.test(bytes.toString('latin1', 0, 64)))
    return;
  const excess = findJsonExcess(bytes, { maxDepth: MAX_JSON_DEPTH, maxValues });
  if (excess === 'depth') throw requestErrors.tooDeep(MAX_JSON_DEPTH);
  if (excess === 'values') throw requestErrors.tooManyValues(maxValues);
}

/** How often the text occurs; stops counting soon after `enough`. */
function count(bytes: Buffer, text: string, enough: number): number {
  let found = 0;
  for (
    let at = bytes.indexOf(text);
    at >= 0 && found <= enough + 1;
    at = bytes.indexOf(text, at + text.length)
  )
    found += 1;
  return found;
}
