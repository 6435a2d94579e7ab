import { useLoaderData } from 'react-router';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
import { nextChange } from '#app/site/classes/next-change.ts';
import { OfferingArticle } from '#app/site/classes/offering-article.tsx';
import { eventData } from '#app/site/classes/offering-data.ts';
import { openOffering } from '#app/site/classes/open-offering.ts';
import { articleMeta } from '#app/site/document/site-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/event-page.ts';
import { loadEvents } from './load-events.ts';

export async function loader(asked: Route.LoaderArgs) {
  const offering = await openOffering(asked, ['event']);
  const { backend, now, validUntil, settings } = asked.context.get(siteContext);
  const isOver = offering.sessions.length === 0;
  const [next] = isOver
    ? await loadEvents(backend, { now, when: 'coming', limit: 1, storageUrl: settings.storageUrl })
    : [];
  const change = nextChange([...offering.sessions, ...(next ? [next] : [])], now);
  if (change) validUntil(change);
  return {
    now: now.toISOString(),
    livePools: offering.sessions.map(({ pool_id }) => pool_id),
    offering,
    next: next ?? null,
  };
}

export const meta = articleMeta<typeof loader>('events', ({ offering }, { studio, settings }) => ({
  article: offering,
  description: offering.summary,
  structuredData: eventData(offering, studio, settings.siteUrl),
}));

export default function EventPage() {
  const { studio } = useRootData();
  const { now, offering, next } = useLoaderData<typeof loader>();
  return (
    <OfferingArticle
      offering={offering}
      now={new Date(now)}
      section={{ to: '/events', label: t('site.events.events') }}
      whenDateless={
        next ? (
          <EmptyState
            title={rich('site.events.this_one_is_over_next', {
              title: contentText(next.offering, 'title'),
              day: dateLabel(new Date(next.starts_at), new Date(now), studio.zone),
              time: clockTime(new Date(next.starts_at), studio.zone),
            })}
            action={
              <Link to={`/events/${next.offering.slug}`}>
                {rich('site.events.see_event', { title: contentText(next.offering, 'title') })}
              </Link>
            }
          />
        ) : (
          <EmptyState
            title={t('site.events.this_one_is_over_the_next')}
            action={<Link to="/timetable">{t('site.events.see_what_is_on_this_week')}</Link>}
          />
        )
      }
    />
  );
}
