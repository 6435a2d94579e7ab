// A code or an error of a sign-in that came back to any page goes on to the page that takes it, before the page is
// rendered: a guard that sends people to the sign-in page must not lose it, and no cache may hold it.
import { callbackFor } from '#app/backend/sign-in-return.ts';
import type { PageLanguage } from '../language/page-language.ts';

// Data of a page, and files.
const NO_PAGE = /\.\w+$/;

export function passSignInOn(request: Request, { base, path }: PageLanguage): Response | undefined {
  if (request.method !== 'GET') return undefined;
  const query = request.url.indexOf('?');
  if (query < 0 || !/[?&](code|error)=/.test(request.url.slice(query))) return undefined;
  const address = new URL(request.url);
  if (NO_PAGE.test(address.pathname)) return undefined;
  address.pathname = path;
  const callback = callbackFor(address, request.headers.get('cookie') ?? '');
  const location = callback && base + callback;
  if (!location) return undefined;
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}
