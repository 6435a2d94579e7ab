import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { sessionPlace } from '#app/features/programme/session-place.ts';
import { placesLine } from '#app/features/programme/upcoming-session.ts';
import { commaSeparated } from '#app/language/content-text.ts';
import { shortDayOfYear } from '#app/language/format-day.ts';
import { clockTime, localDay, nextMidnight } from '#app/language/format-time.ts';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { nextChange } from '#app/site/classes/next-change.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { ArticlePicture } from '#app/site/layout/article-head.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { NearSection } from '#app/site/timetable/near-section.tsx';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { Route } from './+types/events-page.ts';
import { type EventSession, loadEvents } from './load-events.ts';

const MAX_COMING = 40;
const MAX_PAST = 30;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const { storageUrl } = settings;
  const [zone, coming, gone] = await Promise.all([
    studioZone(backend),
    loadEvents(backend, { now, when: 'coming', limit: MAX_COMING, storageUrl }),
    loadEvents(backend, { now, when: 'gone', limit: MAX_PAST, storageUrl }),
  ]);
  validUntil(nextMidnight(now, zone));
  const change = nextChange(coming, now);
  if (change) validUntil(change);
  return { now: now.toISOString(), livePools: coming.map(({ pool_id }) => pool_id), coming, gone };
}

export const meta = studioMeta('/events', (name) => [
  t('site.events.page_title'),
  t('site.events.concerts_open_nights_and_one_off', { name }),
]);

export default function EventsPage() {
  const { studio } = useRootData();
  const loaded = useLoaderData<typeof loader>();
  const now = new Date(loaded.now);
  const [next, ...after] = loaded.coming;
  return (
    <main id="main">
      <PageHead title={t('site.events.one_night_only')}>
        <p className="lead">
          {rich('site.events.concerts_open_nights_and_things_that', {
            link: (text) => <Link to="/classes">{text}</Link>,
          })}
        </p>
      </PageHead>
      {next ? (
        <section className="wrap" aria-labelledby="next-event">
          <NextEvent session={next} now={now} zone={studio.zone} />
        </section>
      ) : (
        <div className="wrap">
          <EmptyState
            level={2}
            title={t('site.events.the_next_night_is_being_planned')}
            action={<Link to="/timetable">{t('site.events.see_what_is_on_this_week')}</Link>}
          >
            <p>{t('site.events.meanwhile_the_house_is_open_for')}</p>
          </EmptyState>
        </div>
      )}
      <NearSection id="events-after" title={t('site.events.after_that')} sessions={after} now={now} />
      {loaded.gone.length > 0 && (
        <PageSection isWide id="events-gone" title={t('site.events.gone_by')}>
          <PastEvents sessions={loaded.gone} zone={studio.zone} />
        </PageSection>
      )}
    </main>
  );
}

interface EventProps {
  session: EventSession;
  now: Date;
  zone: string;
}

function NextEvent({ session, now, zone }: EventProps) {
  const { offering, pool } = session;
  const startsAt = new Date(session.starts_at);
  return (
    <article className="grid-12 next-event">
      <ArticlePicture of={offering} height={5} />
      <div className="next-event-text">
        <p className="next-event-when">
          <time dateTime={session.starts_at}>{dateLabel(startsAt, now, zone)}</time>
          <span>
            {commaSeparated([
              `${clockTime(startsAt, zone)}–${clockTime(new Date(session.ends_at), zone)}`,
              sessionPlace(session),
            ])}
          </span>
        </p>
        <h2 id="next-event">
          <TitleLink to={`/events/${offering.slug}`} of={offering} />
        </h2>
        <p className="lead" {...langOf(offering, 'summary')}>
          {offering.summary}
        </p>
        <p className="next-event-facts">
          <DisciplineMark discipline={offering.discipline} />
          {session.teacher && <span>{session.teacher.name}</span>}
        </p>
        <p className="next-event-places">
          <Seats capacity={pool.capacity} taken={pool.taken} />
          <span>{placesLine(pool)}</span>
          <b>{entryPrice(offering.price_cents, offering.currency)}</b>
        </p>
      </div>
    </article>
  );
}

function PastEvents({ sessions, zone }: { sessions: EventSession[]; zone: string }) {
  return (
    <ol className="gone-list">
      {sessions.map((session) => (
        <li key={session.id}>
          <time dateTime={session.starts_at}>{dateOfPast(session.starts_at, zone)}</time>
          <h3>
            <TitleLink to={`/events/${session.offering.slug}`} of={session.offering} />
          </h3>
          <span>{session.teacher?.name}</span>
        </li>
      ))}
    </ol>
  );
}

function dateOfPast(startsAt: string, zone: string): string {
  return shortDayOfYear(localDay(new Date(startsAt), zone));
}
