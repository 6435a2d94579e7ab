// The last log lines of this process. The server removes secrets.

import { useSearchParams } from 'react-router';
import { currentLanguage, t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { guardPage } from '../guard.server.ts';
import { PageHeader, PageLoading } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/logs-page.ts';
import { type LogLine, LogLines } from './log-lines.tsx';

export const loader = guardPage('owner');

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const wanted = new URL(request.url).searchParams.get('level') === 'all' ? 'all' : 'warn';
  return ownApi<{ lines: LogLine[] }>(`/studio/logs?level=${wanted}`);
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.system.log_page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.system.log')}>{t('dashboard.common.loading')}</PageLoading>;
}

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { lines } = loaderData;
  const { studio } = useStudio();
  const [search] = useSearchParams();
  const isAll = search.get('level') === 'all';
  const clock = new Intl.DateTimeFormat(currentLanguage().locale, {
    timeZone: studio.zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (
    <>
      <PageHeader title={t('dashboard.system.log')}>
        {t('dashboard.system.the_latest_lines_since_the_program')}
      </PageHeader>
      <p className="owner-choice">
        <Link to="/dashboard/system/logs" aria-current={isAll ? undefined : 'true'}>
          {t('dashboard.system.warnings_and_errors')}
        </Link>
        <Link to="/dashboard/system/logs?level=all" aria-current={isAll ? 'true' : undefined}>
          {t('dashboard.system.everything')}
        </Link>
      </p>
      {lines.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.system.no_warnings_or_errors')}>
          {t('dashboard.system.warnings_and_errors_since_the_program')}
        </EmptyState>
      ) : (
        <LogLines lines={lines} clock={clock}>
          {({ message, more }) => (
            <>
              <span lang="en">{message}</span>
              {more && (
                <details>
                  <summary>{t('dashboard.common.details')}</summary>
                  <code>{more}</code>
                </details>
              )}
            </>
          )}
        </LogLines>
      )}
    </>
  );
}
