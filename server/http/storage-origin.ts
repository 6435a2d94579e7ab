// The origin from which uploads are shown (STORAGE_URL): it has no pages, no API and no cookies, so that nothing a stranger
// uploaded shares an origin with a signed-in visitor. Decided by the host of a request alone.
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { ApiError } from '../http-kit/api-error.ts';

/** The Host header of a request. */
export interface HostHeaders {
  host?: string;
  forwarded?: string | string[];
  'x-forwarded-host'?: string | string[];
}

export interface StorageOrigin {
  /** Whether a request for this host came to the origin of uploads. */
  isStorageHost(host: string | undefined): boolean;
  /** For the fast path, which does not know yet whether a proxy is trusted: in doubt it leaves the request to others. */
  mayBeStorageHost(headers: HostHeaders): boolean;
  mayBeStorageHead(head: string): boolean;
  /** Answers a request that did: uploads or nothing. */
  fetch(request: Request, backend: FetchHandler | undefined): Promise<Response>;
  /** Where a request for an upload on another origin is sent; undefined when it is answered there. */
  redirectFor(request: Request): Response | undefined;
}

// What can be opened without a token in a header: public objects and signed links, in any size.
const UPLOAD = /^\/storage\/v1\/(object|render\/image)\/(public|sign)\/./;
const READ_METHODS = new Set(['GET', 'HEAD']);
const CREDENTIALS = ['cookie', 'authorization', 'apikey', 'x-api-key'];
const REDIRECT_S = 300;

export function createStorageOrigin(storageUrl: string | undefined): StorageOrigin {
  const storageName = storageUrl && new URL(storageUrl).hostname;

  const isNamedIn = (text: string | string[] | undefined) =>
    storageName !== undefined && text !== undefined && String(text).toLowerCase().includes(storageName);

  return {
    isStorageHost: (host) => storageName !== undefined && hostnameOf(host) === storageName,
    mayBeStorageHost: (headers) =>
      isNamedIn(headers.host) || isNamedIn(headers.forwarded) || isNamedIn(headers['x-forwarded-host']),
    mayBeStorageHead: isNamedIn,
    async fetch(request, backend) {
      const isRead = READ_METHODS.has(request.method) || request.method === 'OPTIONS';
      if (!backend || !isRead || !UPLOAD.test(new URL(request.url).pathname)) return notFound();
      const headers = new Headers(request.headers);
      for (const name of CREDENTIALS) headers.delete(name);
      const answer = await backend(
        new Request(request.url, { method: request.method, headers, signal: request.signal }),
      );
      const sent = new Headers(answer.headers);
      sent.delete('set-cookie');
      sent.set('cross-origin-resource-policy', 'cross-origin');
      return new Response(answer.body, { status: answer.status, headers: sent });
    },
    redirectFor(request) {
      return storageUrl === undefined ? undefined : redirectUpload(request, storageUrl);
    },
  };
}

/** Undefined where the request does not read an upload. */
export function redirectUpload(request: Request, storageUrl: string): Response | undefined {
  if (!READ_METHODS.has(request.method)) return undefined;
  const { pathname, search } = new URL(request.url);
  if (!UPLOAD.test(pathname)) return undefined;
  return new Response(null, {
    status: 302,
    headers: {
      location: `${storageUrl}${pathname}${search}`,
      'cache-control': `max-age=${REDIRECT_S}`,
      'access-control-allow-origin': '*',
    },
  });
}

/** Names only: another port of the same host would share its cookies anyway. */
function hostnameOf(host: string | undefined): string | undefined {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}

function notFound(): Response {
  return new ApiError(404, 'not_found', 'Only uploaded files are served from this address.').toResponse();
}
