// A cookie is sent by the browser whoever wrote the page. So what a cookie vouches for must come from a page of our
// own and in a form that another site's form cannot take: JSON.
import { ApiError } from './api-error.ts';

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
const bodyMethods = ['POST', 'PUT', 'PATCH'];

export function requireSameOrigin(request: Request, siteUrl: string): void {
  if (readMethods.includes(request.method)) return;
  requireOurPages(request, siteUrl);
  const type = request.headers.get('content-type') ?? '';
  if (bodyMethods.includes(request.method) && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(415, 'not_json_type', 'The content-type must be application/json.');
  }
}

/** For bodies that are no JSON, such as files: the page must be ours. */
export function requireOurPages(request: Request, siteUrl: string): void {
  if (!isFromOurPages(request, siteUrl)) {
    throw new ApiError(403, 'cross_origin', 'This can only be asked for by a page of this site.');
  }
}

function isFromOurPages(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return isOurOrigin(request.headers.get('origin'), { siteUrl, host: new URL(request.url).host });
}

/** A visitor may spell our name otherwise than SITE_URL does (localhost, 127.0.0.1): then it is the host they asked. */
export function isOurOrigin(
  origin: string | null | undefined,
  { siteUrl, host }: { siteUrl: string; host: string | undefined },
): boolean {
  const page = origin && URL.canParse(origin) ? new URL(origin) : undefined;
  if (!page || !['http:', 'https:'].includes(page.protocol)) return false;
  return page.origin === siteUrl || page.host === host;
}
