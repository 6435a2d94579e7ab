// The few addresses of the backend that the site itself answers when the backend is a hosted Supabase (BACKEND_URL):
// feeds are forwarded and uploads redirected, so that emails, calendars and podcasts only ever name the site.
// Everything else is asked of the backend by the pages themselves.
import { redirectUpload } from './storage-origin.ts';

export interface HostedBackend {
  /** Undefined for what the site does not answer on behalf of the backend. */
  answer(request: Request): Promise<Response> | Response | undefined;
}

const FEED = /^\/functions\/v1\/(calendar|podcast)(\/[\w.-]*)?$/;
const LANGUAGE = /^[A-Za-z-]{2,20}$/;
const FORWARD_LIMIT_MS = 15_000;
const FORWARDED_HEADERS = ['content-type', 'cache-control', 'etag', 'last-modified', 'allow'];

export function createHostedBackend(backendUrl: string): HostedBackend {
  return {
    answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const language = searchParams.get('lang');
      const query = language && LANGUAGE.test(language) ? `?lang=${language}` : '';
      if (isRead && FEED.test(pathname)) return forward(`${backendUrl}${pathname}${query}`, request.method);
      return redirectUpload(request, backendUrl);
    },
  };
}

async function forward(url: string, method: string): Promise<Response> {
  try {
    // Neither cookies nor tokens go along: a feed shows what any visitor may read.
    const answer = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(FORWARD_LIMIT_MS),
    });
    const headers = new Headers({ 'access-control-allow-origin': '*' });
    for (const name of FORWARDED_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers });
  } catch {
    return new Response('The feed is not available right now. Try again in a minute.', {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' },
    });
  }
}
