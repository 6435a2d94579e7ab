// What a request gets that cannot be served now: a plain page for people, JSON for programs, each with Retry-After; without
// it where the request may have been carried out all the same.
import { t } from '#app/language/messages.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { inPageLanguage } from '../language/in-page-language.ts';
import { isApiPath } from './api-path.ts';
import { type PlainPage, renderPlainPage } from './plain-page.ts';

const RETRY_AFTER_S = 5;
const UNKNOWN = 'outcome_unknown';
const S3 = /^\/storage\/v1\/s3(\/|$)/;
const noStore = { 'cache-control': 'no-store' };

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

/** A write was being committed when the database stopped answering: sent again, it might be done twice. */
export function outcomeUnknown(request: Request): Response {
  const message =
    'The database stopped answering while this was being saved. It may or may not have been saved: check before you send it again.';
  const { pathname } = new URL(request.url);
  if (S3.test(pathname)) {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>OutcomeUnknown</Code><Message>${message}</Message></Error>`;
    return new Response(xml, { status: 504, headers: { 'content-type': 'application/xml', ...noStore } });
  }
  if (isApiPath(pathname)) {
    // The names that the official clients read.
    const body = { code: UNKNOWN, error: UNKNOWN, statusCode: '504', message, details: null, hint: null };
    return Response.json(body, { status: 504, headers: noStore });
  }
  const { html, headers } = inPageLanguage(pathname, () =>
    renderPlainPage({
      title: t('server.pages.outcome_unknown_title'),
      message: t('server.pages.outcome_unknown'),
    }),
  );
  return new Response(html, { status: 504, headers: { ...headers, ...noStore } });
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
