// Where a person goes once they are in: back to where they wanted to be, and never off this site.

export const AFTER_SIGN_IN = '/dashboard';

/** A path on this site, or the dashboard when the wish leads anywhere else. */
export function nextPath(wish: string | null | undefined, fallback = AFTER_SIGN_IN): string {
  if (!wish) return fallback;
  // "//host" and "/\host" are other sites to a browser, and so is whatever does not begin with a slash.
  if (!/^\/(?![/\\])/.test(wish) || /\p{Cc}/u.test(wish)) return fallback;
  const url = new URL(wish, 'http://here.invalid');
  if (url.origin !== 'http://here.invalid') return fallback;
  // Coming back to a door would only open it again.
  if (/^\/(sign-in|sign-up|recover|confirm|auth)(\/|$)/.test(url.pathname)) return fallback;
  const path = url.pathname + url.search + url.hash;
  // "/.//host" has become "//host" on the way.
  return path.startsWith('//') ? fallback : path;
}

/** The same for a whole address, as mails carry it: only the path of our own origin counts. */
export function nextPathOfAddress(address: string | null | undefined, origin: string): string {
  if (!address) return AFTER_SIGN_IN;
  if (address.startsWith('/')) return nextPath(address);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.origin === origin ? nextPath(url.pathname + url.search + url.hash) : AFTER_SIGN_IN;
}

/** Adds the wish to a door's own address. */
export function withNext(door: string, next: string | null | undefined): string {
  const path = nextPath(next);
  return path === AFTER_SIGN_IN ? door : `${door}?next=${encodeURIComponent(path)}`;
}
