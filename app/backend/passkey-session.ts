// Makes a session for users who only have the passkey cookie. The client library asks its storage for a session before
// it opens sockets, sends files, calls functions or signs out: here it gets one made from the passkey's token. It has
// no refresh token, ends with the cookie, and is never stored.
import { parseCookieHeader } from '@supabase/ssr';
import { AUTH_COOKIE, hasAuthCookie } from './auth-cookie.ts';
import { type CookieJar, MIN_LIFE_S } from './passkey-cookie.ts';
import { readPasskeyToken } from './passkey-token.ts';
import { readClaims } from './session-claims.ts';

interface Cookie {
  name: string;
  value: string;
}

// Beyond the library's own margin: it would try to refresh what cannot be refreshed.
const MIN_LEFT_S = 120;

/** Whether there is only the passkey's token. */
export function isPasskeyOnly(cookies: string): boolean {
  return readPasskeyToken(cookies) !== null && !hasAuthCookie(cookies);
}

/** When the token in the passkey's cookie ends by this clock; null without one. */
function passkeyEndsAtMs(cookies: string): number | null {
  const token = isPasskeyOnly(cookies) ? readPasskeyToken(cookies) : null;
  const { exp } = token ? readClaims(token) : {};
  return exp === undefined ? null : exp * 1000;
}

/** Notifies the page when a passkey's token has expired and no other session replaces it. */
export function watchPasskeyEnd(jar: CookieJar, onExpired: () => void): void {
  const endsAtMs = passkeyEndsAtMs(jar.cookie);
  if (endsAtMs === null) return;
  const leftMs = Math.max(endsAtMs - Date.now(), MIN_LIFE_S * 1000);
  setTimeout(() => {
    if (hasAuthCookie(jar.cookie)) return;
    if (passkeyEndsAtMs(jar.cookie) === null) onExpired();
    else watchPasskeyEnd(jar, onExpired);
  }, leftMs + 1000);
}

/** The cookies as the library should see them. */
export function readCookies(cookies: string): Cookie[] {
  const found = parseCookieHeader(cookies).map(({ name, value }) => ({ name, value: value ?? '' }));
  const token = isPasskeyOnly(cookies) ? readPasskeyToken(cookies) : null;
  const session = token && sessionOf(token);
  return session ? [...found, { name: AUTH_COOKIE, value: encode(session) }] : found;
}

/** What the library stores, without a session that is only the passkey's. */
export function withoutPasskeySession<Written extends Cookie>(written: Written[]): Written[] {
  const isSession = ({ name }: Cookie) => hasAuthCookie(`${name}=`);
  const text = written
    .filter(isSession)
    .map(({ value }) => value)
    .join('');
  return decode(text)?.refresh_token === '' ? written.filter((cookie) => !isSession(cookie)) : written;
}

function sessionOf(token: string) {
  const claims = readClaims(token);
  if (!claims.sub || !claims.exp) return null;
  const nowS = Math.floor(Date.now() / 1000);
  const { email = '', phone = '', role = '', app_metadata = {}, user_metadata = {} } = claims;
  return {
    access_token: token,
    refresh_token: '',
    token_type: 'bearer',
    expires_at: Math.max(claims.exp, nowS + MIN_LEFT_S),
    expires_in: Math.max(claims.exp - nowS, MIN_LEFT_S),
    user: {
      id: claims.sub,
      aud: 'authenticated',
      created_at: '',
      is_anonymous: claims.is_anonymous === true,
      ...{ email, phone, role, app_metadata, user_metadata },
    },
  };
}

function encode(session: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  return `base64-${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')}`;
}

function decode(text: string): { refresh_token?: unknown } | null {
  try {
    return JSON.parse(
      atob(
        text
          .replace(/^base64-/, '')
          .replaceAll('-', '+')
          .replaceAll('_', '/'),
      ),
    );
  } catch {
    return null;
  }
}
