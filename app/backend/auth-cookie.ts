// The session cookie, shared by both sides: the browser writes it, the server reads it. Scripts can read it on purpose,
// because the browser's client stores the session in it.

/** Name of the cookie and key of the client's storage. */
export const AUTH_COOKIE = 'sb-onda-auth-token';
/** 400 days: the longest that browsers keep a cookie. */
const AUTH_COOKIE_MAX_AGE_S = 34_560_000;

export interface AuthCookieOptions {
  name: string;
  path: string;
  sameSite: 'lax';
  httpOnly: false;
  secure: boolean;
  maxAge: number;
  domain?: string;
}

export function authCookieOptions({
  cookieDomain,
  isHttps,
}: {
  cookieDomain: string | null | undefined;
  isHttps: boolean;
}): AuthCookieOptions {
  return {
    name: AUTH_COOKIE,
    path: '/',
    sameSite: 'lax',
    httpOnly: false,
    secure: isHttps,
    maxAge: AUTH_COOKIE_MAX_AGE_S,
    ...(cookieDomain && { domain: cookieDomain }),
  };
}

/** Whether a Cookie header, or document.cookie, contains a session. */
export function hasAuthCookie(cookies: string): boolean {
  return cookies.split(/;\s*/).some((pair) => {
    const name = pair.slice(0, pair.indexOf('='));
    return name === AUTH_COOKIE || (name.startsWith(`${AUTH_COOKIE}.`) && /\.\d+$/.test(name));
  });
}

/** The user named by the session in a Cookie header. Never proof of identity: anyone can write a cookie. */
export function userIdInCookie(cookies: string): string | null {
  const chunks = cookies
    .split(/;\s*/)
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    .filter(([name]) => name === AUTH_COOKIE || name.startsWith(`${AUTH_COOKIE}.`))
    .sort(([one], [other]) => Number(one.split('.')[1] ?? 0) - Number(other.split('.')[1] ?? 0));
  const encoded = chunks.map(([, value]) => value).join('');
  try {
    const bytes = atob(
      encoded
        .replace(/^base64-/, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
    const session: unknown = JSON.parse(bytes);
    const { user } = session as { user?: { id?: unknown } };
    return typeof user?.id === 'string' ? user.id : null;
  } catch {
    return null;
  }
}
