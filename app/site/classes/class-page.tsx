import { useLoaderData } from 'react-router';
import type { RootData } from '#app/root.tsx';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { socialPath } from '#app/site/document/social-path.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/class-page.ts';
import { nextChange } from './next-change.ts';
import { OfferingArticle } from './offering-article.tsx';
import { courseData } from './offering-data.ts';
import { openOffering } from './open-offering.ts';

export async function loader(asked: Route.LoaderArgs) {
  const offering = await openOffering(asked, ['class', 'course', 'workshop']);
  const { now, validUntil } = asked.context.get(siteContext);
  const change = nextChange(offering.sessions, now);
  if (change) validUntil(change);
  return {
    now: now.toISOString(),
    livePools: offering.sessions.map(({ pool_id }) => pool_id),
    offering,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root || !loaderData) return [];
  const { offering } = loaderData;
  return pageMeta({
    title: offering.title.toLowerCase(),
    description: offering.summary,
    path: `/classes/${offering.slug}`,
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
    image: offering.picture?.src ?? socialPath('classes', offering.slug),
    structuredData: courseData(offering, root.studio, root.settings.siteUrl),
  });
}

export default function ClassPage() {
  const { now, offering } = useLoaderData<typeof loader>();
  return (
    <OfferingArticle
      offering={offering}
      now={new Date(now)}
      section={{ to: '/classes', label: 'Classes' }}
      whenDateless={
        <EmptyState title="New dates are being set.">
          <p>
            They appear here first. <Link to="/contact">Ask us to email you</Link>, or see{' '}
            <Link to="/classes">what else is near</Link>.
          </p>
        </EmptyState>
      }
    />
  );
}
