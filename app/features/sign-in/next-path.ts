// Where to go after signing in: back to the requested page, and never to another site.

import { withoutLanguage } from '#app/language/language-path.ts';

const AFTER_SIGN_IN = '/dashboard';

/** A path on this site, or the dashboard when the requested path leads elsewhere. */
export function nextPath(requested: string | null | undefined, fallback = AFTER_SIGN_IN): string {
  if (!requested) return fallback;
  // To a browser "//host" and "/\host" are other sites, and so is anything without a leading slash.
  if (!/^\/(?![/\\])/.test(requested) || /\p{Cc}/u.test(requested)) return fallback;
  const url = new URL(requested, 'http://here.invalid');
  if (url.origin !== 'http://here.invalid') return fallback;
  // Returning to a sign-in page would only show it again.
  if (/^\/(sign-in|sign-up|recover|confirm|auth)(\/|$)/.test(withoutLanguage(url.pathname))) return fallback;
  // The router adds the language again.
  const path = withoutLanguage(url.pathname) + url.search + url.hash;
  // "/.//host" was resolved to "//host".
  return path.startsWith('//') ? fallback : path;
}

/** The same for a full URL, as in emails: only the path of our own origin counts. */
export function nextPathOfAddress(address: string | null | undefined, origin: string): string {
  if (!address) return AFTER_SIGN_IN;
  if (address.startsWith('/')) return nextPath(address);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.origin === origin ? nextPath(url.pathname + url.search + url.hash) : AFTER_SIGN_IN;
}

/** Adds the requested path to the address of a sign-in page. */
export function withNext(page: string, next: string | null | undefined): string {
  const path = nextPath(next);
  return path === AFTER_SIGN_IN ? page : `${page}?next=${encodeURIComponent(path)}`;
}
