// Cookies of requests and responses, as the standard library's http/cookie.ts gives them.
export interface Cookie {
  name: string;
  value: string;
  expires?: Date | number;
  maxAge?: number;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: 'Strict' | 'Lax' | 'None';
}

export function getCookies(headers: Headers): Record<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    }),
  );
}

export function setCookie(headers: Headers, cookie: Cookie): void {
  const { name, value, expires, maxAge, domain, path, sameSite } = cookie;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError(`Invalid cookie name: "${name}".`);
  if (/[^!-~]|[",;\\]/.test(value)) throw new TypeError(`Invalid value of the cookie ${name}.`);
  const parts = [
    `${name}=${value}`,
    cookie.secure && 'Secure',
    cookie.httpOnly && 'HttpOnly',
    maxAge !== undefined && `Max-Age=${Math.floor(maxAge)}`,
    domain && `Domain=${domain}`,
    sameSite && `SameSite=${sameSite}`,
    path && `Path=${path}`,
    expires !== undefined && `Expires=${new Date(expires).toUTCString()}`,
  ];
  headers.append('set-cookie', parts.filter(Boolean).join('; '));
}

export function deleteCookie(headers: Headers, name: string, attributes: Partial<Cookie> = {}): void {
  setCookie(headers, { ...attributes, name, value: '', expires: new Date(0) });
}
