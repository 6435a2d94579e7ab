// What a visitor reads when a page cannot be shown: what happened, and where to go from here.

import { type MouseEvent, useRef } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';

interface ErrorText {
  title: string;
  message: string;
}

const texts: Record<number, ErrorText> = {
  400: {
    title: 'This request could not be read',
    message: 'The address or the form is incomplete. Check the address, or go back and send the form again.',
  },
  401: {
    title: 'You are signed out',
    message: 'Sign in again, then open this page once more.',
  },
  403: {
    title: "You don't have access to this page",
    message: 'Sign in with another account, or go back to the home page.',
  },
  404: {
    title: 'This page has left the room.',
    message: 'The address is wrong, or what was here is over. The studio itself is still where it was.',
  },
  405: {
    title: 'That is not possible here',
    message: 'Nothing can be sent to this page. Open it and try again.',
  },
  408: {
    title: 'That took too long',
    message: 'The request arrived too slowly. Check your connection and send it again.',
  },
  413: {
    title: 'That is too large to send',
    message: 'Go back, shorten it and send it again.',
  },
  414: { title: 'This address is too long', message: 'Check the address, or start from the home page.' },
  415: { title: 'That cannot be sent to this page', message: 'Open the page and use its form.' },
  429: {
    title: 'Too many requests',
    message: 'Too many requests came from here. Wait a minute and try again.',
  },
  503: {
    title: 'We are busy at the moment',
    message: 'Wait half a minute and try again.',
  },
};
const fault: ErrorText = {
  title: 'Something went wrong',
  message: 'This is our fault, and we have recorded it. Try again in a moment.',
};
/** What a browser shows again when its user goes back. */
const STILL_TYPED = 'Your browser usually still has what you typed when you go back.';

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) && texts[error.status] ? error.status : 500;
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
  return (
    <main id="main" className="wrap error-page">
      <p className="error-code" aria-hidden="true">
        {first}
        <span>{rest[0]}</span>
        {rest[1]}
      </p>
      <h1>{title}</h1>
      <p className="lead">{message}</p>
      {status === 413 && <p>{STILL_TYPED}</p>}
      <nav aria-label={t('shared.shell.where_to_go_next')}>
        <ul className="next-links">
          {status >= 500 && (
            <li>
              <a href={pathname + search} onClick={tryAgain}>
                {t('shared.shell.try_again')}
              </a>
            </li>
          )}
          {status === 401 && (
            <li>
              <Link to="/sign-in">{t('shared.shell.sign_in')}</Link>
            </li>
          )}
          <li>
            <Link to="/">{t('shared.shell.home')}</Link>
          </li>
          <li>
            <Link to="/timetable">{t('shared.shell.what_is_on_this_week')}</Link>
          </li>
          <li>
            <Link to="/contact">{t('shared.shell.write_to_us')}</Link>
          </li>
        </ul>
      </nav>
    </main>
  );
}

/** The server's message, if there is one, is more exact than ours. */
function textOf(error: unknown, status: number): ErrorText {
  const text = texts[status] ?? fault;
  const sent = isRouteErrorResponse(error) ? (error.data as { message?: unknown } | null) : null;
  return typeof sent?.message === 'string' ? { ...text, message: errorText(sent) ?? sent.message } : text;
}
