// Reads the session in the auth cookies, if they hold one at all, before the client library is asked: it would complain about
// pieces that do not fit on every request, in a log that anybody could then fill.
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';

interface Cookie {
  name: string;
  value: string;
}

const prefix = 'base64-';

export function readHeldSession(cookies: readonly Cookie[]): { access_token: string } | undefined {
  try {
    const session: unknown = JSON.parse(decode(joinPieces(cookies)));
    if (typeof session !== 'object' || session === null) return undefined;
    const { access_token, refresh_token } = session as Record<string, unknown>;
    const isWhole = typeof access_token === 'string' && typeof refresh_token === 'string';
    return isWhole ? { access_token } : undefined;
  } catch {
    return undefined;
  }
}

export function sessionCookieNames(cookies: readonly Cookie[]): string[] {
  return cookies.map(({ name }) => name).filter((name) => name === AUTH_COOKIE || isPiece(name));
}

function isPiece(name: string): boolean {
  return name.startsWith(`${AUTH_COOKIE}.`) && /\.\d+$/.test(name);
}

/** One cookie, or numbered pieces up to the first that is missing. */
function joinPieces(cookies: readonly Cookie[]): string {
  const values = new Map(cookies.map(({ name, value }) => [name, value]));
  const whole = values.get(AUTH_COOKIE);
  if (whole) return whole;
  let joined = '';
  for (let index = 0; ; index += 1) {
    const piece = values.get(`${AUTH_COOKIE}.${index}`);
    if (!piece) return joined;
    joined += piece;
  }
}

function decode(value: string): string {
  if (!value.startsWith(prefix)) return value;
  const encoded = value.slice(prefix.length);
  if (!/^[\w-]*$/.test(encoded)) throw new Error('not base64url');
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url'));
}
