// A browser sends cookies no matter who wrote the page. So requests with a cookie must come from a page of our
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
    throw new ApiError(403, 'cross_origin', 'This request must come from a page of this site.');
  }
}

/** Whether the browser reports that another site sent this. Old browsers, and programs, report nothing. */
export function isFromAnotherSite(request: { url: string; headers: Headers }, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'none') return false;
  const hasOriginHeaders = site !== null || request.headers.has('origin');
  return hasOriginHeaders && !isFromOurPages(request, siteUrl);
}

/**
 * Whether a page of this site sent the request. Browsers report it (Sec-Fetch-Site); across origins only the site's
 * exact origin counts: another subdomain is same-site, but not ours. A request without this information is not from a
 * page of ours.
 */
export function isFromOurPages(request: { url: string; headers: Headers }, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return true;
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  const ownOrigin = new URL(request.url).origin;
  // Browsers omit Sec-Fetch-Site on plain http; then the host may differ from SITE_URL.
  if (site === null) return origin === siteUrl || origin === ownOrigin;
  // The API was called under another host than the site's.
  return origin === siteUrl && ownOrigin !== siteUrl;
}

const AUTH_COOKIES = /(^|;\s*)(sb-[^=;]*|passkey-token)=/;

/** A form with someone's cookie that another site sent. */
export function isForeignForm(
  request: { method: string; url: string; headers: Headers },
  siteUrl: string,
): boolean {
  if (readMethods.includes(request.method)) return false;
  return AUTH_COOKIES.test(request.headers.get('cookie') ?? '') && !isFromOurPages(request, siteUrl);
}
