// Under which key a page is cached: its address, which names its language too.

/** The cache key of a page, or undefined when the page is personal or has an unknown query. */
export function cacheKey(request: { method: string; url: string; headers: Headers }): string | undefined {
  if (request.method !== 'GET') return undefined;
  const { pathname, search } = new URL(request.url);
  return cacheKeyOf(pathname + search, request.headers.get('cookie'), request.headers.get('authorization'));
}

export function cacheKeyOf(
  target: string,
  cookie: string | null | undefined,
  authorization: string | null | undefined,
): string | undefined {
  if (authorization || (cookie && isSignedIn(cookie))) return undefined;
  const query = target.indexOf('?');
  if (query >= 0 && !isCachedQuery(target.slice(query + 1))) return undefined;
  return target;
}

// Data requests name their routes; covers have a version. Any other query is not cached.
function isCachedQuery(query: string): boolean {
  return /^(_routes=[\w%.,/-]*|v=\d+)$/.test(query);
}

function isSignedIn(cookie: string): boolean {
  return cookie.includes('passkey-token=') || /(^|;\s*)sb-/.test(cookie);
}
