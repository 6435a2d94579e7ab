import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { Facts } from '#app/features/facts/facts.tsx';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { addDays } from '#app/language/calendar-day.ts';
import { contentText } from '#app/language/content-text.ts';
import { spanOfDays } from '#app/language/format-day.ts';
import { localDay, localWeekday, nextMidnight } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { langOf, localized } from '#app/language/in-language.ts';
import { formatList } from '#app/language/list.ts';
import { rich, t } from '#app/language/messages.ts';
import { Blocks } from '#app/site/blocks/blocks.tsx';
import { siteMeta } from '#app/site/document/site-meta.ts';
import { studioStructuredData } from '#app/site/document/structured-data.ts';
import { NextLinks } from '#app/site/layout/next-links.tsx';
import { isClosedOn } from '#app/site/layout/opening-now.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { loadPage } from '#app/site/pages/load-page.ts';
import { PageLead } from '#app/site/pages/page-lead.tsx';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/visit-page.ts';
import { HoursList } from './hours-list.tsx';
import { sentencesOf } from './sentences.ts';

/** Closed days within this time are named below the week. */
const DAYS_AHEAD = 60;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, now, validUntil } = context.get(siteContext);
  const zone = await studioZone(backend);
  const today = localDay(now, zone);
  const [own, rooms, closed] = await Promise.all([
    loadPage(context, 'visit'),
    backend.from('rooms').select('slug,name,note,translations').order('name'),
    backend
      .from('closed_days')
      .select('starts_on,ends_on')
      .gte('ends_on', today)
      .lte('starts_on', addDays(today, DAYS_AHEAD))
      .order('starts_on'),
  ]);
  if (rooms.error) throw rooms.error;
  if (closed.error) throw closed.error;
  validUntil(nextMidnight(now, zone));
  return {
    own,
    weekday: localWeekday(now, zone),
    isClosedToday: isClosedOn(closed.data, today),
    closedDays: closed.data.map(({ starts_on, ends_on }) => spanOfDays(starts_on, ends_on)),
    rooms: localized(rooms.data),
  };
}

export const meta = siteMeta((root) => ({
  title: t('site.visit.page_title'),
  description: [
    root.studio.address && fullStop(root.studio.address),
    root.studio.getting_here,
    t('site.visit.opening_hours_access_and_rooms'),
  ]
    .filter(Boolean)
    .join(' '),
  path: '/visit',
  structuredData: studioStructuredData(root.studio, root.openingHours, root.settings.siteUrl),
}));

export default function VisitPage() {
  const { studio, openingHours, openingLine } = useRootData();
  const { own, weekday, isClosedToday, closedDays, rooms } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHead
        title={own?.page.title ?? t(studio.address ? 'site.visit.where_the_door_is' : 'site.visit.visit_us')}
        titleLang={langOf(own?.page, 'title')}
        above={openingLine && <span>{openingLine}</span>}
      >
        <PageLead page={own?.page} studio={studio} field="invitation" />
      </PageHead>
      <div className="wrap">
        <div className="grid-12 page-body">
          <aside className="page-side" aria-label={t('site.visit.address_and_ways_to_reach_us')}>
            <Facts
              facts={[
                [t('site.common.address'), studio.address],
                [t('site.visit.getting_here'), contentText(studio, 'getting_here')],
                [t('site.common.phone'), phoneLine(studio)],
                [
                  t('site.common.email'),
                  studio.email && (
                    <a key="mail" href={`mailto:${studio.email}`}>
                      {studio.email}
                    </a>
                  ),
                ],
              ]}
            />
            <Button asChild variant="primary">
              <Link to="/contact">{t('site.common.write_to_the_studio')}</Link>
            </Button>
          </aside>
          <div className="page-main">
            {own && <Blocks blocks={own.text} zone={studio.zone} lang={langOf(own.page, 'body')} />}
            {openingHours.length > 0 && (
              <PageSection id="visit-hours" title={t('site.visit.opening_hours')}>
                <HoursList hours={openingHours} weekday={weekday} isClosedToday={isClosedToday} />
                {closedDays.length > 0 && (
                  <p className="visit-note">
                    {t('site.visit.also_closed', { days: formatList(closedDays) })}
                  </p>
                )}
              </PageSection>
            )}
            {studio.access && (
              <PageSection id="visit-access" title={t('site.visit.getting_in_and_feeling_well')}>
                <ul className="access-list" {...langOf(studio, 'access')}>
                  {sentencesOf(studio.access).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                <p className="visit-note">
                  {studio.email
                    ? rich('site.visit.if_you_need_something_else_email', {
                        email: studio.email,
                        link: (text) => <a href={`mailto:${studio.email}`}>{text}</a>,
                      })
                    : rich('site.visit.if_you_need_something_else_write', {
                        link: (text) => <Link to="/contact">{text}</Link>,
                      })}
                </p>
              </PageSection>
            )}
            {rooms.length > 0 && (
              <PageSection
                id="visit-rooms"
                title={t('site.visit.the_rooms')}
                link={['/timetable', t('site.visit.what_is_on_in_them')]}
              >
                <dl className="room-list">
                  {rooms.map((room) => (
                    <div key={room.slug}>
                      <dt {...langOf(room, 'name')}>{room.name}</dt>
                      <dd {...langOf(room, 'note')}>{room.note}</dd>
                    </div>
                  ))}
                </dl>
              </PageSection>
            )}
            <PageSection as="nav" id="visit-more" title={t('site.visit.before_you_come')}>
              <NextLinks
                links={[
                  ['/about', t('site.visit.about_the_house')],
                  ['/people', t('site.common.who_is_here_next')],
                  ['/events', t('site.visit.one_night_only')],
                  ['/policies/cancellation', t('shared.policies.cancellation')],
                  ['/policies/terms', t('shared.policies.terms')],
                  ['/policies/privacy', t('shared.policies.privacy')],
                ]}
              />
            </PageSection>
          </div>
        </div>
      </div>
    </main>
  );
}
