// The error page inside the dashboard layout: what happened and what to do next.

import { isRouteErrorResponse } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { type ErrorKind, errorKind, isTemporary } from './error-kind.ts';
import { SectionTabs } from './section-tabs.tsx';
import { useRetry } from './use-retry.ts';

/** Shown large above the title, hidden from screen readers. */
const codes: Record<ErrorKind, string | null> = {
  forbidden: '403',
  missing: '404',
  unreached: null,
  crowded: '429',
  fault: '500',
};

export function PageError({ error }: { error: unknown }) {
  const kind = errorKind(error);
  const code = codes[kind];
  return (
    <div className="dash-error" data-slot="page-error">
      {code && (
        <p className="error-code" aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{t(`dashboard.layout.${kind}`)}</h1>
      <SectionTabs />
      <p>
        {kind === 'forbidden' && `${accessMessage(error)} `}
        {t(`dashboard.layout.${kind}_lead`)}
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
