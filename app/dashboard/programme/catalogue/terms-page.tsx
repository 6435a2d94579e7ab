// Terms, which fill in the days of a rule, and closed days, which every rule passes over.
import { useRevalidator } from 'react-router';
import { localDay } from '#app/language/format-time.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/terms-page.ts';
import { loadCatalogue } from './load-house.server.ts';
import { SpansPanel } from './spans-panel.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now } = context.get(siteContext);
  const { terms, closedDays } = await loadCatalogue(backend);
  return { now: now.toISOString(), terms, closedDays };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'terms');
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const today = localDay(new Date(loaderData.now), studio.zone);
  const onChange = () => void revalidate();
  return (
    <>
      <PageHeader title="Terms">The studio’s year. A rule takes its days from here.</PageHeader>
      <div className="dash-columns spans-columns">
        <SpansPanel
          title="Terms"
          table="terms"
          one="a term"
          spans={loaderData.terms}
          emptyTitle="The first term begins with its name."
          formatEmptyState="Autumn, spring, a summer of workshops: then dates can be planned for a whole term at once."
          today={today}
          onChange={onChange}
        />
        <SpansPanel
          title="Closed days"
          table="closed_days"
          one="closed days"
          spans={loaderData.closedDays}
          emptyTitle="Open all year."
          formatEmptyState="Holidays that stand here are passed over when dates are planned. Dates that are planned already stay; look at them with “Dates in it”."
          today={today}
          onChange={onChange}
        />
      </div>
    </>
  );
}
