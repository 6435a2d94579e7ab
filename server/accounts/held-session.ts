// Reads the session in the auth cookies before the client library does: the library would log invalid cookie chunks on
// every request, and anyone could fill the log.
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { isAccessToken, readClaims } from '#app/backend/session-claims.ts';

interface Cookie {
  name: string;
  value: string;
}

const prefix = 'base64-';
const REFRESH_TOKEN = /^[\x21-\x7e]{1,1000}$/;

export function readHeldSession(cookies: readonly Cookie[]): { access_token: string } | undefined {
  try {
    const session: unknown = JSON.parse(decode(joinChunks(cookies)));
    if (typeof session !== 'object' || session === null) return undefined;
    const { access_token, refresh_token } = session as Record<string, unknown>;
    const isWhole =
      typeof access_token === 'string' &&
      isAccessToken(access_token) &&
      typeof refresh_token === 'string' &&
      REFRESH_TOKEN.test(refresh_token);
    return isWhole ? { access_token } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The same cookies, with a session that ends no later than its token. What the browser wrote there is measured by the
 * visitor's clock, which may be hours ahead: a token that is over would be sent instead of being renewed.
 */
export function endWithToken(cookies: Cookie[]): Cookie[] {
  const session = JSON.parse(decode(joinChunks(cookies))) as { access_token: string; expires_at?: unknown };
  const { exp } = readClaims(session.access_token);
  if (exp === undefined || Number(session.expires_at) <= exp) return cookies;
  const text = Buffer.from(JSON.stringify({ ...session, expires_at: exp })).toString('base64url');
  const names = sessionCookieNames(cookies);
  const others = cookies.filter(({ name }) => !names.includes(name));
  return [...others, { name: AUTH_COOKIE, value: `${prefix}${text}` }];
}

export function sessionCookieNames(cookies: readonly { name: string }[]): string[] {
  return cookies.map(({ name }) => name).filter((name) => name === AUTH_COOKIE || isChunk(name));
}

function isChunk(name: string): boolean {
  return name.startsWith(`${AUTH_COOKIE}.`) && /\.\d+$/.test(name);
}

/** One cookie, or numbered chunks up to the first that is missing. */
function joinChunks(cookies: readonly Cookie[]): string {
  const values = new Map(cookies.map(({ name, value }) => [name, value]));
  const whole = values.get(AUTH_COOKIE);
  if (whole) return whole;
  let joined = '';
  for (let index = 0; ; index += 1) {
    const chunk = values.get(`${AUTH_COOKIE}.${index}`);
    if (!chunk) return joined;
    joined += chunk;
  }
}

function decode(value: string): string {
  if (!value.startsWith(prefix)) return value;
  const encoded = value.slice(prefix.length);
  if (!/^[\w-]*$/.test(encoded)) throw new Error('not base64url');
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'));
}
