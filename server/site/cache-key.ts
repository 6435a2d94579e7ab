// Under which key a page is cached: its address, which names its language too.
import { publicPath } from '#contracts/public-address.ts';

const PLAIN_PATH = /^\/(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/;

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
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  // The router reads one address in many spellings (/CLASSES, /%63lasses, /classes/): each would be a key of its own.
  if (!PLAIN_PATH.test(path)) return undefined;
  // What a secret link opens is one person's.
  if (publicPath(path) !== path) return undefined;
  return at < 0 ? target : keyWithQuery(path, target.slice(at + 1));
}

/** Whether the routes that a data request names are ones of the build: any other name would be a key for an empty answer. */
export function namesRoutes(key: string, routes: object): boolean {
  const [, names] = key.split('?_routes=');
  return names === undefined || names.split(',').every((name) => Object.hasOwn(routes, name));
}

/**
 * Data requests name their routes, in any order; covers have a version, which browsers need and the drawing does not
 * depend on. An address with any other query is not cached, so that nobody makes keys of it.
 */
function keyWithQuery(path: string, query: string): string | undefined {
  if (path.startsWith('/covers/') && /^v=\d+$/.test(query)) return path;
  if (!path.endsWith('.data') || !/^_routes=[\w%.,/-]*$/.test(query)) return undefined;
  const routes = new URLSearchParams(query).get('_routes')?.split(',') ?? [];
  return `${path}?_routes=${[...new Set(routes)].sort().join()}`;
}

function isSignedIn(cookie: string): boolean {
  return cookie.includes('passkey-token=') || /(^|;\s*)sb-/.test(cookie);
}
