// Which headers of a signed request count. The holder of a presigned address can add headers to it, so a header that was
// not signed decides nothing: those of S3 itself are rejected, the others are as if they had not been sent.
import { s3Errors } from './s3-errors.ts';
import type { SignedParts } from './verify-signature.ts';

/** They can only make the answer smaller or reject the request. */
const HARMLESS = new Set([
  'content-length',
  'content-md5',
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  // A content network adds it on the way.
  'x-amz-cf-id',
]);
/** Widespread clients never sign these in headers. There the sender is the signer; with an address it is someone else. */
const SENT_BY_SIGNER = new Set(['content-type', 'cache-control']);
/** Parameters of an address that are the signature itself. */
const SIGNATURE = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token)$/;

export function signedHeadersOf(headers: Headers, query: URLSearchParams, parts: SignedParts): Headers {
  const signed = new Set(parts.signedHeaders);
  const kept = new Headers();
  for (const [name, value] of headers) {
    if (signed.has(name) || HARMLESS.has(name) || (!parts.isPresigned && SENT_BY_SIGNER.has(name)))
      kept.set(name, value);
    else if (name.startsWith('x-amz-')) throw s3Errors.headerNotSigned(name);
  }
  if (parts.isPresigned) addHoisted(kept, query);
  return kept;
}

/** Clients move headers of S3 into the address that they sign. */
function addHoisted(headers: Headers, query: URLSearchParams): void {
  for (const [given, value] of query) {
    const name = given.toLowerCase();
    if (!/^x-amz-[\w-]+$/.test(name) || SIGNATURE.test(name) || headers.has(name)) continue;
    if (!/^[\x20-\x7e]*$/.test(value)) throw s3Errors.badPayload(`${name} cannot be a header`);
    headers.set(name, value);
  }
}
