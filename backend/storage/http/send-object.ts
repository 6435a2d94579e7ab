// Sends an object's bytes: whole, a range of them, or the word that the reader has them already.
import type { BlobStore, ByteRange } from '../blobs/blob-store.ts';
import { errors } from '../errors.ts';
import type { StoredObject } from '../objects.ts';

// Types that a browser would run on our own origin when somebody opens the link: they get no scripts and no origin.
const ACTIVE_TYPE =
  /^(text\/(html|xml|xsl)|application\/(xhtml|xml|rss|atom|.*\+xml)|image\/svg|text\/.*script|application\/.*script)/i;
const IN_A_BOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

// A page of our own that was tricked into loading an upload as a program: the page's policy trusts our origin.
const PROGRAM = /^(script|worker|sharedworker|serviceworker|audioworklet|paintworklet|xslt)$/;

export async function sendObject(
  blobs: BlobStore,
  object: StoredObject,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  const wantedAs = request.headers.get('sec-fetch-dest') ?? '';
  if (PROGRAM.test(wantedAs) && request.headers.get('sec-fetch-site') === 'same-origin')
    throw errors.accessDenied('Objects are not run as programs here');
  const headers = objectHeaders(object, query);
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
  return new Response(body, { status, headers });
}

function objectHeaders(object: StoredObject, query: URLSearchParams): Headers {
  const { metadata } = object;
  const headers = new Headers({
    'content-type': metadata.mimetype,
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'x-content-type-options': 'nosniff',
  });
  if (metadata.contentEncoding) headers.set('content-encoding', metadata.contentEncoding);
  if (ACTIVE_TYPE.test(metadata.mimetype)) headers.set('content-security-policy', IN_A_BOX);
  const download = query.get('download');
  if (download !== null) headers.set('content-disposition', attachment(download));
  return headers;
}

/** `?download` alone keeps the name of the address; a given name is sent in the form that carries any character. */
export function attachment(name: string): string {
  if (name === '') return 'attachment';
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

export function isUnchanged(headers: Headers, { metadata }: Pick<StoredObject, 'metadata'>): boolean {
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
