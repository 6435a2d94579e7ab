// An object's metadata on its way in and out. Rows may come from older versions, restored backups or other programs, so
// what they hold is checked again before it is sent.
import { normalizeContentType } from '#backend/gateway/content-type.ts';
import { ENVELOPE_TYPE } from '#backend/gateway/inert-answer.ts';
import { errors } from './errors.ts';
import type { ObjectMetadata } from './stored-object.ts';

const HEADER_VALUE = /^[\x20-\x7e]{1,200}$/;
const ETAG = /^"[\x21\x23-\x7e]{0,100}"$/;
const ENCODING = /^(gzip|br|deflate|zstd|identity)$/;
const BYTES = 'application/octet-stream';

/** The type of an upload in its normal form. */
export function requireContentType(text: string): string {
  const type = normalizeContentType(text);
  if (type === undefined) throw errors.invalidMimeType(text.slice(0, 100));
  return ENVELOPE_TYPE.test(type) ? BYTES : type;
}

/** It will be sent back as a header, so it must be able to be one. */
export function headerValue(value: string, name: string): string {
  if (!HEADER_VALUE.test(value)) throw errors.invalidParameter(name);
  return value;
}

export function requireEncoding(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (!ENCODING.test(value.toLowerCase())) throw errors.invalidParameter('content-encoding');
  return value.toLowerCase();
}

/** The stored type in its normal form; anything else is only bytes. */
function safeType(stored: unknown): string {
  const type = normalizeContentType(stored);
  return type === undefined || ENVELOPE_TYPE.test(type) ? BYTES : type;
}

export function readMetadata(
  stored: ObjectMetadata,
  { version, createdAt }: { version: string; createdAt: string },
): ObjectMetadata {
  const { contentEncoding, ...rest } = stored;
  const encoding = typeof contentEncoding === 'string' && ENCODING.test(contentEncoding);
  return {
    ...rest,
    mimetype: safeType(stored.mimetype),
    eTag: ETAG.test(String(stored.eTag)) ? stored.eTag : `"${version}"`,
    cacheControl: HEADER_VALUE.test(String(stored.cacheControl ?? '')) ? stored.cacheControl : 'no-cache',
    lastModified: Number.isNaN(Date.parse(stored.lastModified)) ? createdAt : stored.lastModified,
    ...(encoding && { contentEncoding }),
  };
}

/** Metadata for lists. */
export function listedMetadata<Metadata extends Partial<ObjectMetadata> | null | undefined>(
  stored: Metadata,
): Metadata {
  if (!stored || typeof stored !== 'object' || !('mimetype' in stored)) return stored;
  return { ...stored, mimetype: safeType(stored.mimetype) };
}
