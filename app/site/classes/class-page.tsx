import { useLoaderData } from 'react-router';
import { rich, t } from '#app/language/messages.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
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

export const meta = articleMeta<typeof loader>('classes', ({ offering }, { studio, settings }) => ({
  article: offering,
  description: offering.summary,
  structuredData: courseData(offering, studio, settings.siteUrl),
}));

export default function ClassPage() {
  const { now, offering } = useLoaderData<typeof loader>();
  return (
    <OfferingArticle
      offering={offering}
      now={new Date(now)}
      section={{ to: '/classes', label: t('site.classes.classes') }}
      whenDateless={
        <EmptyState title={t('site.classes.new_dates_are_being_set')}>
          <p>
            {rich('site.classes.they_appear_here_first_ask_us', {
              link: (text) => <Link to="/contact">{text}</Link>,
              link2: (text) => <Link to="/classes">{text}</Link>,
            })}
          </p>
        </EmptyState>
      }
    />
  );
}
