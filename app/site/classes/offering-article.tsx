// The page of one class or event: the text on seven columns, its facts beside it.

import { Fragment, type ReactNode } from 'react';
import { ruleSummary } from '#app/features/booking/cancellation-rule.ts';
import { type Fact, Facts } from '#app/features/facts/facts.tsx';
import { audienceLine } from '#app/features/programme/audience.ts';
import { DateList } from '#app/features/programme/date-list.tsx';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { weeklyPattern } from '#app/features/programme/weekly-pattern.ts';
import { Prose } from '#app/features/prose/prose.tsx';
import { capitalised } from '#app/language/capitalised.ts';
import { contentText } from '#app/language/content-text.ts';
import { firstSlug, langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { calendarAddress } from '#app/site/feeds/feed-addresses.ts';
import { ArticleHead, ArticlePicture } from '#app/site/layout/article-head.tsx';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { PersonBrief } from '#app/site/people/person-brief.tsx';
import { Link } from '#app/ui/link.tsx';
import { BookBar } from './book-bar.tsx';
import type { Offering, OfferingDate } from './load-offering.ts';
import { placeState } from './next-place.ts';
import { PlacePanel } from './place-panel.tsx';

const NEAR_DATES = 8;

interface OfferingArticleProps {
  offering: Offering;
  now: Date;
  section: { to: string; label: string };
  /** Shown instead of dates when there are none. */
  whenDateless: ReactNode;
}

export function OfferingArticle({ offering, now, section, whenDateless }: OfferingArticleProps) {
  const { studio } = useRootData();
  const { teacher, sessions } = offering;
  const { kind } = offering;
  const later = sessions.slice(NEAR_DATES);
  const state = placeState(offering, { now, isClosedSample: offering.isClosedSample });
  return (
    <main id="main">
      {offering.published_at === null && (
        <p className="wrap draft-line">
          {rich('site.classes.draft_only_staff_can_see_this', {
            link: (text) => <Link to={`/dashboard/offerings/${offering.id}`}>{text}</Link>,
          })}
        </p>
      )}
      <ArticleHead title={offering.title} lead={offering.summary} of={offering} section={section}>
        <DisciplineMark discipline={offering.discipline} />
        {kind !== 'event' && <span>{t(`site.classes.about_kind_${kind}`)}</span>}
      </ArticleHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <ArticlePicture of={offering} height={4} />
          <aside className="page-side" aria-label={t('site.classes.price_places_and_facts')}>
            <PlacePanel
              offering={offering}
              state={state}
              now={now}
              zone={studio.zone}
              offerMin={offering.offerMin}
              studio={studio}
            />
            <Facts facts={factsOf(offering, contentText(offering.access ? offering : studio, 'access'))} />
          </aside>
          <div className="page-main">
            <Prose text={offering.body} lang={langOf(offering, 'body')} />
            <PageSection
              id="dates"
              title={t('site.classes.dates')}
              link={['/timetable', t('site.common.whole_timetable')]}
            >
              {sessions.length > 0 ? (
                <DateList
                  dates={sessions.slice(0, NEAR_DATES)}
                  now={now}
                  zone={studio.zone}
                  isSample={offering.isClosedSample}
                />
              ) : (
                whenDateless
              )}
              {later.length > 0 && (
                <details className="later-dates">
                  <summary>{t('site.classes.later_dates', { count: later.length })}</summary>
                  <DateList
                    dates={later}
                    now={now}
                    zone={studio.zone}
                    startAt={NEAR_DATES}
                    isSample={offering.isClosedSample}
                  />
                </details>
              )}
              {sessions.length > 0 && (
                <p className="own-calendar">
                  <a href={calendarAddress(firstSlug(offering))}>
                    {t('site.classes.add_these_dates_to_your_calendar')}
                  </a>
                </p>
              )}
            </PageSection>
            {teacher && (
              <PageSection
                id="taught-by"
                title={offering.kind === 'event' ? t('site.classes.hosted_by') : t('site.classes.taught_by')}
                link={['/people', t('site.classes.everybody_here')]}
              >
                <PersonBrief person={teacher} discipline={offering.discipline} />
              </PageSection>
            )}
            <PageSection
              id="cannot-come"
              title={t('site.common.if_you_cannot_come')}
              link={['/policies/cancellation', t('site.classes.the_whole_policy')]}
            >
              <div className="prose">
                <p>
                  {ruleSummary(offering.policy)} {t('site.policies.price_and_rules_stay')}
                </p>
              </div>
            </PageSection>
          </div>
        </div>
      </div>
      <BookBar offering={offering} state={state} now={now} zone={studio.zone} />
    </main>
  );
}

function factsOf(offering: Offering, access: ReactNode): Fact[] {
  const rooms = new Map(
    offering.sessions.filter(({ is_online }) => !is_online).map(({ room }) => [room.name, room]),
  );
  const isOnline = offering.sessions.some(({ is_online }) => is_online);
  return [
    [t('site.classes.when'), weeklyPattern(offering.series)],
    [
      t('site.classes.where'),
      offering.sessions.length > 0 && <PlaceFact rooms={[...rooms.values()]} isOnline={isOnline} />,
    ],
    [t('site.classes.for'), audienceLine(offering)],
    [t('site.classes.bring'), contentText(offering, 'bring')],
    [t('site.common.picture'), contentText(offering.pictureCredit, 'credit')],
    [t('site.classes.access'), <AccessFact key="access" text={access} />],
  ];
}

/** "Kiln: up the stairs; Library; Online" */
function PlaceFact({ rooms, isOnline }: { rooms: OfferingDate['room'][]; isOnline: boolean }) {
  const places = rooms.map((each) => {
    const room = contentText(each, 'name', capitalised);
    const text = each.note
      ? rich('site.classes.room_with_note', { room, note: contentText(each, 'note') })
      : room;
    return { key: `room ${each.name}`, text };
  });
  if (isOnline) places.push({ key: 'online', text: t('shared.programme.online') });
  return places.map(({ key, text }, index) => (
    <Fragment key={key}>
      {index > 0 && '; '}
      {text}
    </Fragment>
  ));
}

function AccessFact({ text }: { text: ReactNode }) {
  return (
    <>
      {text} <Link to="/visit">{t('site.classes.more_about_getting_in')}</Link>
    </>
  );
}
