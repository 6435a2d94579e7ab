// What a request gets that cannot be served now: a plain page for people, JSON for programs, each with Retry-After.
import { t } from '#app/language/messages.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { inPageLanguage } from '../language/in-page-language.ts';
import { isApiPath } from './api-path.ts';
import { type PlainPage, renderPlainPage } from './plain-page.ts';

const RETRY_AFTER_S = 5;

/** While the database is lost. */
export function unavailable(request: Request): Response {
  return answerLater(request, RETRY_AFTER_S, {
    code: 'database_unavailable',
    message: 'The database cannot be reached at the moment. Try again in a few seconds.',
    page: () => ({
      title: t('server.pages.database_lost_title'),
      message: t('server.pages.database_lost'),
      more: `<p><a href="">${t('server.pages.try_again')}</a></p>`,
    }),
  });
}

/** Under overload. Clients retry at different times. */
export function busyResponse(request: Request): Response {
  const retryAfterS = RETRY_AFTER_S + Math.floor(Math.random() * RETRY_AFTER_S);
  const isForm = request.method !== 'GET' && request.method !== 'HEAD';
  return answerLater(request, retryAfterS, {
    code: 'too_busy',
    message: 'Too many people are visiting right now. Try again in a few seconds.',
    page: () => ({
      title: t('server.pages.busy_title'),
      message: isForm ? t('server.pages.busy_form') : t('server.pages.busy_page', { seconds: retryAfterS }),
      refreshAfterS: isForm ? undefined : retryAfterS,
    }),
  });
}

interface Later {
  code: string;
  message: string;
  page: () => PlainPage;
}

function answerLater(request: Request, retryAfterS: number, { code, message, page }: Later): Response {
  const retry = { 'retry-after': String(retryAfterS), 'cache-control': 'no-store' };
  const { pathname } = new URL(request.url);
  if (isApiPath(pathname)) return new ApiError(503, code, message, { headers: retry }).toResponse();
  const { html, headers } = inPageLanguage(pathname, () => renderPlainPage(page()));
  return new Response(request.method === 'HEAD' ? null : html, {
    status: 503,
    headers: { ...headers, ...retry },
  });
}
