// Help for a browser whose cookies have grown too large for any request: a button that posts to CLEAR_PATH, answered
// with Set-Cookie lines that delete every cookie it sent. Only for our own pages, or any site could sign people out.
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { PASSKEY_COOKIE } from '#app/backend/passkey-token.ts';
import { t } from '#app/language/messages.ts';
import { isFromOurPages } from '../http-kit/same-origin.ts';

export const CLEAR_PATH = '/clear-cookies';

export interface CookieScope {
  siteUrl: string;
  /** When the cookies are not this host's alone. */
  domain?: string;
}

export interface SentHeaders {
  host?: string;
  origin?: string;
  cookie?: string;
}

const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const MAX_CHUNKS = 20;
const MAX_NAMES = 200;

/** What to answer to POST CLEAR_PATH; nothing when it does not come from a page of ours. */
export function clearCookies(
  { host, origin, cookie = '' }: SentHeaders,
  scope: CookieScope | undefined,
): { 'set-cookie': string[]; location: string } | undefined {
  if (!isOurs(host, origin, scope)) return undefined;
  const sent = cookie.split(/;\s*/).map((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))));
  const own = [
    AUTH_COOKIE,
    PASSKEY_COOKIE,
    ...Array.from({ length: MAX_CHUNKS }, (_, index) => `${AUTH_COOKIE}.${index}`),
  ];
  const names = [...new Set([...own, ...sent])].filter((name) => COOKIE_NAME.test(name)).slice(0, MAX_NAMES);
  const ended = (name: string) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  return {
    'set-cookie': names.flatMap((name) =>
      scope?.domain ? [ended(name), `${ended(name)}; Domain=${scope.domain}`] : [ended(name)],
    ),
    location: '/',
  };
}

function isOurs(
  host: string | undefined,
  origin: string | undefined,
  scope: CookieScope | undefined,
): boolean {
  const siteUrl = scope?.siteUrl ?? `http://${host}`;
  const url = `${new URL(siteUrl).protocol}//${host}${CLEAR_PATH}`;
  return (
    URL.canParse(url) && isFromOurPages({ url, headers: new Headers({ origin: origin ?? '' }) }, siteUrl)
  );
}

export function clearCookiesForm(): string {
  return `<form method="post" action="${CLEAR_PATH}"><button>${t('server.pages.delete_cookies')}</button></form>`;
}

// Deletes cookies that scripts can see before the form is sent, or the form would send them again.
export const clearCookiesScript = `document.querySelector('form').addEventListener('submit',function(){
document.cookie.split(/; */).forEach(function(pair){
var end=pair.split('=')[0]+'=; path=/; max-age=0',parts=location.hostname.split('.');
document.cookie=end;
for(;parts.length>1;parts.shift())document.cookie=end+'; domain='+parts.join('.')})})`;
