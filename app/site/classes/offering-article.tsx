// The page of one class or one event: the thing on seven columns, its facts beside it.
import type { ReactNode } from 'react';
import { Cover } from '#app/features/covers/cover.tsx';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { audienceLine } from '#app/features/programme/audience.ts';
import { DateList } from '#app/features/programme/date-list.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { weeklyPattern } from '#app/features/programme/weekly-pattern.ts';
import { Prose } from '#app/features/prose/prose.tsx';
import { calendarAddress } from '#app/site/feeds/feed-addresses.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { FROZEN_RULES } from '#app/site/policies/cancellation.ts';
import { Link } from '#app/ui/link.tsx';
import type { Offering } from './load-offering.ts';
import { PlacePanel } from './place-panel.tsx';

const NEAR_DATES = 8;

interface OfferingArticleProps {
  offering: Offering;
  now: Date;
  section: { to: string; label: string };
  /** What stands where dates would, when there are none. */
  whenDateless: ReactNode;
}

export function OfferingArticle({ offering, now, section, whenDateless }: OfferingArticleProps) {
  const { studio } = useRootData();
  const { teacher, sessions } = offering;
  const kindLabels = KIND_LABELS[offering.kind];
  const later = sessions.slice(NEAR_DATES);
  return (
    <main id="main">
      {offering.published_at === null && (
        <p className="wrap draft-line">
          Draft: only staff can see this page.{' '}
          <Link to={`/dashboard/offerings/${offering.id}`}>Edit draft</Link>
        </p>
      )}
      <PageHead
        title={offering.title}
        above={
          <>
            <Link to={section.to}>{section.label}</Link>
            <DisciplineMark discipline={offering.discipline} />
            {kindLabels && <span>{kindLabels}</span>}
          </>
        }
      >
        <p className="lead">{offering.summary}</p>
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <Cover
            className="page-picture"
            slug={offering.slug}
            discipline={offering.discipline}
            ratioWidth={7}
            ratioHeight={4}
            alt=""
            loading="eager"
            picture={offering.picture}
          />
          <aside className="page-side" aria-label="Price, places and facts">
            <PlacePanel
              offering={offering}
              now={now}
              zone={studio.zone}
              phone={studio.phone}
              phoneHours={studio.phone_hours}
            />
            <Facts facts={factsOf(offering, offering.access || studio.access)} />
          </aside>
          <div className="page-main">
            <Prose text={offering.body} />
            <section aria-labelledby="dates">
              <div className="section-head ruled">
                <h2 id="dates">Dates</h2>
                <Link to="/timetable">Whole timetable</Link>
              </div>
              {sessions.length > 0 ? (
                <DateList dates={sessions.slice(0, NEAR_DATES)} now={now} zone={studio.zone} />
              ) : (
                whenDateless
              )}
              {later.length > 0 && (
                <details className="later-dates">
                  <summary>{later.length === 1 ? 'One later date' : `${later.length} later dates`}</summary>
                  <DateList dates={later} now={now} zone={studio.zone} startAt={NEAR_DATES} />
                </details>
              )}
              {sessions.length > 0 && (
                <p className="own-calendar">
                  <a href={calendarAddress(offering.slug)}>Add these dates to your calendar</a>
                </p>
              )}
            </section>
            {teacher && (
              <section aria-labelledby="taught-by">
                <div className="section-head ruled">
                  <h2 id="taught-by">{offering.kind === 'event' ? 'Hosted by' : 'Taught by'}</h2>
                  <Link to="/people">Everybody here</Link>
                </div>
                <div className="person-brief">
                  <Cover
                    slug={teacher.slug}
                    discipline={teacher.discipline ?? offering.discipline}
                    ratioWidth={1}
                    ratioHeight={1}
                    alt=""
                    picture={teacher.picture}
                  />
                  <div>
                    <h3>
                      <Link to={`/people/${teacher.slug}`}>{teacher.name}</Link>
                    </h3>
                    <Prose text={teacher.bio} />
                  </div>
                </div>
              </section>
            )}
            <section aria-labelledby="cannot-come">
              <div className="section-head ruled">
                <h2 id="cannot-come">If you cannot come</h2>
                <Link to="/policies/cancellation">The whole policy</Link>
              </div>
              <Prose text={`${offering.policy.words} ${FROZEN_RULES}`} />
            </section>
          </div>
        </div>
      </div>
    </main>
  );
}

const KIND_LABELS: Partial<Record<Offering['kind'], string>> = {
  class: 'Class, come to any date',
  course: 'Course, the dates belong together',
  workshop: 'Workshop, complete in one evening',
};

function factsOf(offering: Offering, access: string): Fact[] {
  const rooms = new Map(offering.sessions.map(({ room }) => [room.name, room.note]));
  return [
    ['When', weeklyPattern(offering.series)],
    [
      'Where',
      [...rooms]
        .map(([name, note]) => (note ? `${sentence(name)}: ${lowered(note)}` : sentence(name)))
        .join('. '),
    ],
    ['For', audienceLine(offering)],
    ['Bring', offering.bring],
    ['Picture', offering.pictureCredit],
    ['Access', <AccessFact key="access" words={access} />],
  ];
}

function AccessFact({ words }: { words: string }) {
  return (
    <>
      {words} <Link to="/visit">More about getting in</Link>
    </>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
