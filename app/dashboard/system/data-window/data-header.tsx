// What every page about the database shares: its title, what it is, the way to the other pages, and how it loads.
import { useLocation, useRevalidator } from 'react-router';
import { SecondFactor } from '#app/features/sign-in/second-factor.tsx';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { PageHeader, PageLoading } from '../../layout/page.tsx';
import type { DataProblem } from './load-data.ts';

const BASE = '/dashboard/system/data';

export const dataMeta = dashboardMeta(() => t('dashboard.data.page_title'));

export function DataLoading() {
  return <PageLoading title={t('dashboard.data.data')}>{t('dashboard.common.loading')}</PageLoading>;
}

export function DataHeader() {
  const { pathname, search } = useLocation();
  const pages = [
    [BASE, t('dashboard.data.tables')],
    [`${BASE}/table?schema=auth&table=users`, t('dashboard.data.users')],
    [`${BASE}/files`, t('dashboard.data.files')],
    [`${BASE}/sql`, t('dashboard.data.sql')],
    [`${BASE}/functions`, t('dashboard.data.functions')],
    [`${BASE}/live`, t('dashboard.data.live')],
  ] as const;
  const here = pathname + search;
  // Every other table was opened from the list of tables.
  const isTable = pathname === `${BASE}/table` && !here.startsWith(pages[1][0]);
  const isCurrent = (to: string) =>
    to.includes('?') ? here.startsWith(to) : pathname === to || (isTable && to === BASE);
  return (
    <>
      <PageHeader title={t('dashboard.data.data')}>
        {t('dashboard.data.reading_only_and_written_down')}
      </PageHeader>
      <p className="owner-choice">
        {pages.map(([to, label]) => (
          <Link key={to} to={to} aria-current={isCurrent(to) ? 'true' : undefined}>
            {label}
          </Link>
        ))}
      </p>
    </>
  );
}

/** In place of the page, until the owner has done what it needs. */
export function DataGate({ problem, onDone }: { problem: DataProblem; onDone?: () => void }) {
  const { revalidate } = useRevalidator();
  if (problem.code === 'second_factor_stale')
    return (
      <section className="data-gate" aria-label={problem.message}>
        <p>{problem.message}</p>
        <SecondFactor
          onDone={onDone ?? (() => void revalidate())}
          onSignOut={() => window.location.assign('/sign-in')}
        />
      </section>
    );
  const isMissing = problem.code === 'second_factor_required';
  return (
    <EmptyState
      level={2}
      title={t('dashboard.data.not_available_yet')}
      action={isMissing && <Link to="/dashboard/security">{t('dashboard.sections.security')}</Link>}
    >
      {problem.message}
    </EmptyState>
  );
}
