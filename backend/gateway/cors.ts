// Lets browsers of any origin call the services: the preflight answer and the headers of every other answer.
// Credentials are never sent in cookies here, so a wildcard origin is safe.

const allowedMethods = 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS';

const allowedHeaders = [
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-retry-count',
  'prefer',
  'accept',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'x-upsert',
  'x-metadata',
  'cache-control',
  'if-none-match',
  'if-modified-since',
  'x-supabase-api-version',
  'x-region',
  'traceparent',
  'tracestate',
  'baggage',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
  'x-http-method-override',
];

const exposedHeaders = [
  'content-range',
  'content-location',
  'content-profile',
  'content-length',
  'content-encoding',
  'content-type',
  'preference-applied',
  'x-total-count',
  'link',
  'location',
  'etag',
  'retry-after',
  'proxy-status',
  'x-supabase-api-version',
  'x-sb-error-code',
  'x-relay-error',
  'x-transformations',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-expires',
].join(', ');

export function preflightResponse(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers');
  // A header a newer client sends is allowed by name: the wildcard does not cover authorization.
  const headers = new Set(allowedHeaders);
  for (const name of asked?.split(',') ?? []) {
    const trimmed = name.trim().toLowerCase();
    if (/^[a-z0-9-]+$/.test(trimmed)) headers.add(trimmed);
  }
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': [...headers].join(', '),
      'access-control-max-age': '86400',
    },
  });
}

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

/** A service's response, open to every origin; a service that set its own origin keeps it. */
export function crossOrigin(response: Response): Response {
  if (response.headers.has('access-control-allow-origin')) return response;
  try {
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposedHeaders);
    return response;
  } catch {
    // Headers of a redirect made by Response.redirect cannot be changed; those of a copy can.
    return crossOrigin(new Response(response.body, response));
  }
}
