// What a visitor reads when a page cannot be shown: what happened, and where to go from here.

import { type MouseEvent, useRef } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';

interface ErrorText {
  title: string;
  message: string;
}

const STATUSES = [400, 401, 403, 404, 405, 408, 413, 414, 415, 429, 503] as const;

function statusOf(error: unknown): (typeof STATUSES)[number] | 500 {
  return (isRouteErrorResponse(error) && STATUSES.find((known) => known === error.status)) || 500;
}

/** For the document: what a tab, a bookmark or a screen reader says. */
export function errorTitle(error: unknown): string {
  const status = statusOf(error);
  return status === 404 ? t('shared.shell.page_not_found') : t(`shared.shell.error_${status}_title`);
}

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const status = statusOf(error);
  const { title, message } = textOf(error, status);
  const [first, ...rest] = String(status);
  const { revalidate } = useRevalidator();
  const hasTried = useRef(false);
  // In place first, so that the radio keeps playing; the second time the browser reloads the page.
  const tryAgain = (event: MouseEvent) => {
    if (hasTried.current) return;
    hasTried.current = true;
    event.preventDefault();
    void revalidate();
  };
  const links: [to: string, label: string][] = [
    ['/', t('shared.shell.home')],
    ['/timetable', t('shared.shell.what_is_on_this_week')],
    ['/contact', t('shared.shell.write_to_us')],
  ];
  if (status === 401) links.unshift(['/sign-in', t('shared.shell.sign_in')]);
  return (
    <main id="main" className="wrap error-page">
      <p className="error-code" aria-hidden="true">
        {first}
        <span>{rest[0]}</span>
        {rest[1]}
      </p>
      <h1>{title}</h1>
      <p className="lead">{message}</p>
      {status === 413 && <p>{t('shared.shell.what_you_typed_is_still_there')}</p>}
      <nav aria-label={t('shared.shell.where_to_go_next')}>
        <ul className="next-links">
          {status >= 500 && (
            <li>
              <a href={localPath(pathname + search)} onClick={tryAgain}>
                {t('shared.shell.try_again')}
              </a>
            </li>
          )}
          {links.map(([to, label]) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}

/** The server's message, if there is one, is more exact than ours. */
function textOf(error: unknown, status: ReturnType<typeof statusOf>): ErrorText {
  const text = { title: t(`shared.shell.error_${status}_title`), message: t(`shared.shell.error_${status}`) };
  const sent = isRouteErrorResponse(error) ? (error.data as { message?: unknown } | null) : null;
  return typeof sent?.message === 'string' ? { ...text, message: sent.message } : text;
}
