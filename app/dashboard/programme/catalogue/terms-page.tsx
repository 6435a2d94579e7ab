// Terms, which fill in the first and last day of a repeating plan, and closed days, which plans skip.
import { useRevalidator } from 'react-router';
import { localDay } from '#app/language/format-time.ts';
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

export const meta = dashboardMeta('terms');

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const today = localDay(new Date(loaderData.now), studio.zone);
  const onChange = () => void revalidate();
  return (
    <>
      <PageHeader title="Terms">Terms and closed days are used when you add repeating sessions.</PageHeader>
      <div className="dash-columns spans-columns">
        <SpansPanel
          title="Terms"
          table="terms"
          one="term"
          spans={loaderData.terms}
          emptyTitle="No terms yet"
          formatEmptyState="Add a term, such as autumn or spring, to schedule sessions for all of it at once."
          today={today}
          onChange={onChange}
        />
        <SpansPanel
          title="Closed days"
          table="closed_days"
          one="closed days"
          spans={loaderData.closedDays}
          emptyTitle="No closed days yet"
          formatEmptyState="New repeating sessions skip these days. Existing sessions are not changed; open “Sessions” to see them."
          today={today}
          onChange={onChange}
        />
      </div>
    </>
  );
}
