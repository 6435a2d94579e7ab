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
        <SpansPanel table="terms" spans={loaderData.terms} today={today} />
        <SpansPanel table="closed_days" spans={loaderData.closedDays} today={today} />
      </div>
    </>
  );
}
