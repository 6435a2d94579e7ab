// Terms, which fill in the first and last day of a repeating plan, and closed days, which plans skip.

import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/terms-page.ts';
import { loadCatalogue } from './load-catalogue.server.ts';
import { SpansPanel } from './spans-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const { terms, closedDays } = await loadCatalogue(backend);
  return { now: now.toISOString(), terms, closedDays };
}

export const meta = dashboardMeta(() => t('dashboard.programme.page_title_terms'));

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { studio } = useStudio();
  const today = localDay(new Date(loaderData.now), studio.zone);
  return (
    <>
      <PageHeader title={t('dashboard.programme.terms')}>
        {t('dashboard.programme.terms_and_closed_days_are_used')}
      </PageHeader>
      <div className="dash-columns spans-columns">
        <SpansPanel
          title={t('dashboard.programme.terms')}
          table="terms"
          add={t('dashboard.programme.add_term')}
          spans={loaderData.terms}
          emptyTitle={t('dashboard.programme.no_terms_yet')}
          formatEmptyState={t('dashboard.programme.add_a_term_such_as_autumn')}
          today={today}
        />
        <SpansPanel
          title={t('dashboard.programme.closed_days')}
          table="closed_days"
          add={t('dashboard.programme.add_closed_days')}
          spans={loaderData.closedDays}
          emptyTitle={t('dashboard.programme.no_closed_days_yet')}
          formatEmptyState={t('dashboard.programme.new_repeating_sessions_skip_these_days')}
          today={today}
        />
      </div>
    </>
  );
}
