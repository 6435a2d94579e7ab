import { useLoaderData } from 'react-router';
import { Cover } from '#app/features/covers/cover.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { dateLabel } from '#app/features/programme/date-label.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { NearList } from '#app/features/programme/near-list.tsx';
import { placesLine } from '#app/features/programme/upcoming-session.ts';
import { clockTime, nextMidnight, shortDate } from '#app/language/format-time.ts';
import type { RootData } from '#app/root.tsx';
import { nextChange } from '#app/site/classes/next-change.ts';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { Route } from './+types/events-page.ts';
import { type EventSession, loadEvents } from './load-events.ts';

const MAX_COMING = 40;
const MAX_GONE = 30;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil, settings } = context.get(siteContext);
  const { storageUrl } = settings;
  const [studio, coming, gone] = await Promise.all([
    backend.from('studio').select('zone').single<{ zone: string }>(),
    loadEvents(backend, { now, when: 'coming', limit: MAX_COMING, storageUrl }),
    loadEvents(backend, { now, when: 'gone', limit: MAX_GONE, storageUrl }),
  ]);
  if (!studio.data) throw studio.error;
  validUntil(nextMidnight(now, studio.data.zone));
  const change = nextChange(coming, now);
  if (change) validUntil(change);
  return { now: now.toISOString(), livePools: coming.map(({ pool_id }) => pool_id), coming, gone };
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!root) return [];
  return pageMeta({
    title: 'events',
    description: `Concerts, open nights and one-off evenings at ${root.studio.name}, and what has been.`,
    path: '/events',
    studioName: root.studio.name,
    siteUrl: root.settings.siteUrl,
  });
}

export default function EventsPage() {
  const { studio } = useRootData();
  const loaded = useLoaderData<typeof loader>();
  const now = new Date(loaded.now);
  const [next, ...after] = loaded.coming;
  return (
    <main id="main">
      <PageHead title="One night only">
        <p className="lead">
          Concerts, open nights and things that happen once. For what happens every week, see{' '}
          <Link to="/classes">the classes</Link>.
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
            title="The next night is being planned."
            action={<Link to="/timetable">See what is on this week</Link>}
          >
            <p>Meanwhile the house is open for classes, and the radio for everybody.</p>
          </EmptyState>
        </div>
      )}
      {after.length > 0 && (
        <section className="wrap section" aria-labelledby="events-after">
          <div className="section-head ruled">
            <h2 id="events-after">After that</h2>
            <Link to="/timetable">Whole timetable</Link>
          </div>
          <NearList sessions={after} now={now} zone={studio.zone} />
        </section>
      )}
      {loaded.gone.length > 0 && (
        <section className="wrap section" aria-labelledby="events-gone">
          <div className="section-head ruled">
            <h2 id="events-gone">Gone by</h2>
          </div>
          <GoneList sessions={loaded.gone} zone={studio.zone} />
        </section>
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
      <Cover
        className="page-picture"
        slug={offering.slug}
        discipline={offering.discipline}
        ratioWidth={7}
        ratioHeight={5}
        alt=""
        loading="eager"
        picture={offering.picture}
      />
      <div className="next-event-words">
        <p className="next-event-when">
          <time dateTime={session.starts_at}>{dateLabel(startsAt, now, zone)}</time>
          <span>
            {clockTime(startsAt, zone)}–{clockTime(new Date(session.ends_at), zone)}, {session.room.name}
          </span>
        </p>
        <h2 id="next-event">
          <Link to={`/events/${offering.slug}`}>{offering.title}</Link>
        </h2>
        <p className="lead">{offering.summary}</p>
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

function GoneList({ sessions, zone }: { sessions: EventSession[]; zone: string }) {
  return (
    <ol className="gone-list">
      {sessions.map((session) => (
        <li key={session.id}>
          <time dateTime={session.starts_at}>{dateOfPast(session.starts_at, zone)}</time>
          <h3>
            <Link to={`/events/${session.offering.slug}`}>{session.offering.title}</Link>
          </h3>
          <span>{session.teacher?.name}</span>
        </li>
      ))}
    </ol>
  );
}

function dateOfPast(startsAt: string, zone: string): string {
  const moment = new Date(startsAt);
  return `${shortDate(moment, zone)} ${moment.getUTCFullYear()}`;
}
