// Sends an object's bytes: whole, a range of them, or the word that the reader has them already.
import { inertAnswer, isLoadedAsProgram } from '#backend/gateway/inert-answer.ts';
import type { ByteRange } from '../blobs/blob-store.ts';
import type { StorageContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { StoredObject } from '../stored-object.ts';
import type { Call } from './call.ts';

export async function sendObject(
  { blobs, isStorageOrigin }: StorageContext,
  object: StoredObject,
  { request, query }: Call,
): Promise<Response> {
  if (isLoadedAsProgram(request.headers))
    throw errors.accessDenied('Stored files cannot be loaded as scripts');
  const headers = objectHeaders(object, query, { isStorageOrigin: isStorageOrigin(request) });
  if (isUnchanged(request.headers, object)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const { size } = object.metadata;
  const range = rangeOf(request.headers, object);
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const body = await blobs.read(object.version, range);
  if (!body) throw errors.noSuchKey();
  // A client that left before the answer began: nobody will read these bytes, and a store elsewhere would wait for it.
  const release = () => {
    if (!body.locked) body.cancel().catch(() => undefined);
  };
  request.signal.addEventListener('abort', release, { once: true });
  if (request.signal.aborted) release();
  return new Response(body, { status, headers });
}

function objectHeaders(
  { metadata }: StoredObject,
  query: URLSearchParams,
  place: { isStorageOrigin: boolean },
): Headers {
  const headers = new Headers({
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
  });
  if (metadata.contentEncoding) headers.set('content-encoding', metadata.contentEncoding);
  setTypeHeaders(headers, metadata.mimetype, query, place);
  return headers;
}

/** Everything that decides what a browser does with the bytes. */
export function setTypeHeaders(
  headers: Headers,
  type: string,
  query: URLSearchParams,
  place: { isStorageOrigin: boolean },
): void {
  const { contentType, isInline, policy } = inertAnswer(type, place);
  headers.set('content-type', contentType);
  headers.set('x-content-type-options', 'nosniff');
  if (policy) headers.set('content-security-policy', policy);
  const name = query.get('download');
  if (name !== null || !isInline) headers.set('content-disposition', attachment(name ?? ''));
}

/** `?download` alone keeps the name of the address; a given name is sent in the form that carries any character. */
function attachment(name: string): string {
  if (name === '') return 'attachment';
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

function isUnchanged(headers: Headers, { metadata }: Pick<StoredObject, 'metadata'>): boolean {
  const etags = headers.get('if-none-match');
  if (etags !== null) {
    return etags
      .split(',')
      .some((etag) => etag.trim().replace(/^W\//, '') === metadata.eTag || etag.trim() === '*');
  }
  const since = headers.get('if-modified-since');
  if (since === null) return false;
  const sinceMs = Date.parse(since);
  return Number.isFinite(sinceMs) && Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 <= sinceMs;
}

/** One range is served; several, or one in another unit, are answered with the whole, as the standard allows. */
function rangeOf(headers: Headers, { metadata }: StoredObject): ByteRange | undefined {
  const asked = headers.get('range');
  if (asked === null) return undefined;
  const condition = headers.get('if-range');
  if (condition !== null && !isSame(condition, metadata)) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(asked.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const { size } = metadata;
  const isSuffix = match[1] === '';
  const start = isSuffix ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = isSuffix || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size || end < start) throw errors.invalidRange(size);
  return { start, end };
}

function isSame(condition: string, { eTag, lastModified }: StoredObject['metadata']): boolean {
  if (condition.startsWith('"')) return condition === eTag;
  return Date.parse(condition) === Math.floor(Date.parse(lastModified) / 1000) * 1000;
}
