// Deletes every cookie a page can see. A cookie is deleted only with its own domain and path, which cannot be read, so
// all possible combinations are tried.
import type { CookieJar } from './passkey-cookie.ts';

export interface CookiePlace {
  hostname: string;
  pathname: string;
  cookieDomain: string | null;
}

export function deleteAllCookies(
  jar: CookieJar,
  place: CookiePlace,
  isWanted: (name: string) => unknown = Boolean,
): void {
  const names = jar.cookie.split(/;\s*/).map((pair) => pair.split('=')[0] ?? '');
  const scopes = domainsOf(place).flatMap((domain) =>
    pathsOf(place).map((path) => `; path=${path}${domain ? `; domain=${domain}` : ''}`),
  );
  for (const name of names.filter(isWanted)) {
    // Browsers let scripts change a cookie with such a name only with this attribute.
    const secure = name.startsWith('__') ? '; secure' : '';
    for (const scope of scopes) jar.cookie = `${name}=; max-age=0${scope}${secure}`;
  }
}

function domainsOf({ hostname, cookieDomain }: CookiePlace): (string | null)[] {
  const labels = hostname.split('.');
  return [null, cookieDomain, ...labels.map((_, index) => labels.slice(index).join('.'))].filter(
    (domain, index, all) => (domain !== null || index === 0) && all.indexOf(domain) === index,
  );
}

function pathsOf({ pathname }: CookiePlace): string[] {
  const steps = pathname.split('/').filter(Boolean);
  return ['/', ...steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)];
}
