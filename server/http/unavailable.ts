// What a request gets while the database is away: a plain page for people, JSON for programs, each with Retry-After.
import { ApiError } from '../api/api-error.ts';
import { isApiPath } from './api-path.ts';
import { renderPlainPage } from './plain-page.ts';

const RETRY_AFTER_S = 5;

export function unavailable(request: Request): Response {
  const { pathname } = new URL(request.url);
  const retry = { 'retry-after': String(RETRY_AFTER_S), 'cache-control': 'no-store' };
  if (isApiPath(pathname)) {
    return new ApiError(
      503,
      'database_unavailable',
      'The database cannot be reached at the moment. Try again in a few seconds.',
      { headers: retry },
    ).toResponse();
  }
  const { html, headers } = renderPlainPage({
    title: 'We’ll be back in a moment',
    message: 'The studio’s website can’t reach its database right now. Please try again in a minute.',
    more: '<p><a href="">Try again</a></p>',
  });
  return new Response(request.method === 'HEAD' ? null : html, {
    status: 503,
    headers: { ...headers, ...retry },
  });
}
