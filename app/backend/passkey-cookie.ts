// Sets and removes the cookie of a passkey sign-in. It expires with its token, so that a stale token never blocks a new
// session.
import { PASSKEY_COOKIE, readPasskeyToken } from './passkey-token.ts';
import { readClaims } from './session-claims.ts';

export const MIN_LIFE_S = 60;

/** Where cookies are read and written: `document` in a browser. */
export interface CookieJar {
  cookie: string;
}

export interface PasskeyCookieScope {
  cookieDomain: string | null;
  isHttps: boolean;
}

function leavePasskeyToken(jar: CookieJar, accessToken: string, scope: PasskeyCookieScope): void {
  const leftS = Math.floor((readClaims(accessToken).exp ?? 0) - Date.now() / 1000);
  // With a fast clock a new token may look expired: the server's clock decides, not this one.
  jar.cookie = serialize(accessToken, Math.max(MIN_LIFE_S, leftS), scope);
}

export function removePasskeyToken(jar: CookieJar, scope: PasskeyCookieScope): void {
  jar.cookie = serialize('', 0, scope);
}

/** Follows the session: renewed with every new token, deleted with the session. */
export function followSession(
  jar: CookieJar,
  session: { access_token: string } | null,
  scope: PasskeyCookieScope,
): void {
  const held = readPasskeyToken(jar.cookie);
  if (!session) {
    if (held) removePasskeyToken(jar, scope);
    return;
  }
  if (held === session.access_token) return;
  const isByPasskey = readClaims(session.access_token).amr?.some(({ method }) => method === 'passkey');
  if (held || isByPasskey) leavePasskeyToken(jar, session.access_token, scope);
}

/**
 * What an auth event does to the cookie: a passkey session sets it, a renewal replaces it, a sign-out removes it.
 * Another user's token is removed too, so that no request is sent in their name.
 */
export function followAuthEvent(
  jar: CookieJar,
  event: string,
  session: { access_token: string } | null,
  scope: PasskeyCookieScope,
): void {
  const isRenewalOrEnd = event === 'TOKEN_REFRESHED' || event === 'SIGNED_OUT';
  const claims = session ? readClaims(session.access_token) : {};
  const isByPasskey = claims.amr?.some(({ method }) => method === 'passkey');
  const held = readPasskeyToken(jar.cookie);
  const heldBy = held ? readClaims(held).sub : undefined;
  if (isRenewalOrEnd || isByPasskey) followSession(jar, session, scope);
  else if (session && heldBy !== undefined && heldBy !== claims.sub) removePasskeyToken(jar, scope);
}

function serialize(value: string, maxAgeS: number, { cookieDomain, isHttps }: PasskeyCookieScope): string {
  const domain = cookieDomain ? `; domain=${cookieDomain}` : '';
  return `${PASSKEY_COOKIE}=${value}; path=/; max-age=${maxAgeS}; samesite=lax${domain}${isHttps ? '; secure' : ''}`;
}
