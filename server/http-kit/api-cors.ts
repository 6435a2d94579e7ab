// The product API for pages of the site when API_BASE_URL is another origin: with cookies, for exactly the site's own
// origin and for no other. Routes that are open to everyone set their own headers and stay open.

export interface ApiCors {
  /** The answer to a preflight; undefined for everything else. */
  preflight(request: Request): Response | undefined;
  /** Adds the CORS headers that let a page of the site read the answer. */
  allow(request: Request, response: Response): Response;
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'accept, authorization, content-type, range, x-file-name, x-request-id';
const EXPOSED = 'content-disposition, content-range, retry-after, x-request-id';
const MAX_AGE_S = 7200;

export function createApiCors({ siteUrl }: { siteUrl: string }): ApiCors {
  const isSite = ({ headers }: Request) => headers.get('origin') === siteUrl;
  return {
    preflight(request) {
      const { method, headers } = request;
      if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
      if (!isSite(request)) return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': siteUrl,
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': HEADERS,
          'access-control-max-age': String(MAX_AGE_S),
          vary: 'Origin',
        },
      });
    },
    allow(request, response) {
      const headers = new Headers(response.headers);
      // Always sent: a cache must not return the answer for one origin to another.
      headers.append('vary', 'Origin');
      if (isSite(request)) {
        headers.set('access-control-allow-origin', siteUrl);
        headers.set('access-control-allow-credentials', 'true');
        headers.set('access-control-expose-headers', EXPOSED);
      }
      return new Response(response.body, {
        status: response.status,
        statusText: response.statusText,
        headers,
      });
    },
  };
}
