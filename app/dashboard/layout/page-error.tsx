// The error page inside the dashboard layout: what happened and what to do next.

import { isRouteErrorResponse } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { type ErrorKind, errorKind, isTemporary } from './error-kind.ts';
import { useRetry } from './use-retry.ts';

interface ErrorText {
  /** Shown large above the title, hidden from screen readers. */
  code?: string;
  title: string;
  lead: string;
}

const texts: Record<ErrorKind, ErrorText> = {
  forbidden: {
    code: '403',
    title: 'You don’t have access to this page',
    lead: 'If you need it, ask the owner to give you the role. The page then appears in the menu.',
  },
  missing: {
    code: '404',
    title: 'Page not found',
    lead: 'The address may be wrong, or the page was deleted. Use the menu to find what you need.',
  },
  unreached: {
    title: 'Can’t reach the server',
    lead: 'You may be offline. This page loads automatically when you are back online.',
  },
  crowded: {
    code: '429',
    title: 'Too many requests',
    lead: 'Wait a moment, then try again.',
  },
  fault: {
    code: '500',
    title: 'Something went wrong',
    lead: 'The error is on our side and has been logged. Try again in a moment.',
  },
};

export function PageError({ error }: { error: unknown }) {
  const kind = errorKind(error);
  const { code, title, lead } = texts[kind];
  return (
    <div className="dash-error" data-slot="page-error">
      {code && (
        <p className="error-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      <p>
        {kind === 'forbidden' && `${accessMessage(error)} `}
        {lead}
      </p>
      <p className="dash-error-actions">
        {isTemporary(error) && <TryAgain />}
        <Link to="/dashboard">{t('dashboard.layout.back_to_today')}</Link>
      </p>
    </div>
  );
}

function TryAgain() {
  const { tryAgain, isTrying } = useRetry();
  return (
    <Button variant="primary" size="sm" busy={isTrying} onClick={tryAgain}>
      {t('dashboard.common.try_again')}
    </Button>
  );
}

/** The guard names the roles; errors of the database do not. */
function accessMessage(error: unknown): string {
  const message = isRouteErrorResponse(error)
    ? (error.data as { message?: unknown } | null)?.message
    : undefined;
  return typeof message === 'string' ? message : t('dashboard.layout.your_role_does_not_include_it');
}
