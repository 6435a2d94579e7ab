import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { studioZone } from '#app/backend/studio-zone.ts';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { PageHead } from '#app/features/page-head/page-head.tsx';
import { DisciplineLegend } from '#app/features/programme/discipline-legend.tsx';
import { addDays, weekdayOf } from '#app/language/calendar-day.ts';
import { longDay, shortWeekSpan, weekSpan } from '#app/language/format-day.ts';
import { localDay, nextMidnight } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { nextChange } from '#app/site/classes/next-change.ts';
import { studioMeta } from '#app/site/document/site-meta.ts';
import { calendarAddress } from '#app/site/feeds/feed-addresses.ts';
import { isClosedOn, periodsOf } from '#app/site/layout/opening-now.ts';
import { phoneNumber } from '#app/site/layout/phone-line.ts';
import { useRootData } from '#app/site/layout/use-root-data.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/pages/timetable.css?url';
import printStylesheet from '#app/styles/pages/timetable-print.css?url';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/timetable-page.ts';
import { nearestDay } from './elastic-columns.ts';
import { planWeek, readDay, weekToShow } from './plan-week.ts';
import { WeekGrid } from './week-grid.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'stylesheet', href: printStylesheet, media: 'print' },
];

const SESSION_SELECT =
  'id,pool_id,local_date,local_time,duration_min,starts_at,ends_at,status,is_online,offering:offerings!inner(slug,kind,title,discipline,price_cents,currency,translations),teacher:people(name,translations),room:rooms(name,translations),pool:capacity_pools(capacity,taken,waiting)';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { backend, now, validUntil } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const firstToCome = () =>
    backend
      .from('sessions')
      .select('local_date,offering:offerings!inner(slug)')
      .eq('status', 'planned')
      .not('offering.published_at', 'is', null)
      .gt('ends_at', now.toISOString())
      .order('starts_at')
      .limit(1);
  const [zone, next] = await Promise.all([studioZone(backend), firstToCome()]);
  if (next.error) throw next.error;
  const today = localDay(now, zone);
  const nextDay = next.data[0]?.local_date;
  const asked = readDay(query.get('week'));
  const firstDay = asked ? weekStartOf(asked) : weekToShow(today, nextDay);
  const lastDay = addDays(firstDay, 6);
  const [sessions, afterWeek] = await Promise.all([
    backend
      .from('sessions')
      .select(SESSION_SELECT)
      // Staff may read drafts, but these pages are the same for all visitors. Not compared with our clock: the database
      // decides whether a draft is due, and a page of the same second would be cached without it.
      .not('offering.published_at', 'is', null)
      .gte('local_date', firstDay)
      .lte('local_date', lastDay)
      .order('starts_at')
      .order('id'),
    firstToCome().gt('local_date', lastDay),
  ]);
  for (const { error } of [sessions, afterWeek]) if (error) throw error;
  if (!sessions.data) throw sessions.error;
  const week = planWeek(firstDay, localized(sessions.data), { today, now });
  const chosen = week.days.findIndex((day) => day.date === query.get('day'));
  validUntil(nextMidnight(now, zone));
  const change = nextChange(sessions.data, now);
  if (change) validUntil(change);
  return {
    firstDay,
    week,
    livePools: sessions.data.filter(({ status }) => status === 'planned').map(({ pool_id }) => pool_id),
    nearIndex: chosen >= 0 ? chosen : nearestDay(week.days),
    nextDay: nextDay ?? null,
    dayAfterWeek: afterWeek.data?.[0]?.local_date ?? null,
  };
}

export const meta = studioMeta('/timetable', (name) => [
  t('site.timetable.page_title'),
  t('site.timetable.the_week_at_name_every_class', { name }),
]);

export default function TimetablePage() {
  const { studio, openingHours, closedDays } = useRootData();
  const { firstDay, week, nearIndex, nextDay, dayAfterWeek } = useLoaderData<typeof loader>();
  const disciplines = useDisciplines();
  const isEmpty = week.days.every((day) => day.sessions.length === 0);
  return (
    <main id="main" className="timetable">
      <PageHead title={t('site.timetable.the_week_from_here')}>
        <p className="timetable-hint">{t('site.timetable.days_that_are_close_stand_wide')}</p>
        <p className="timetable-takes">
          <Button asChild variant="link" className="timetable-print">
            <a href={calendarAddress()}>{t('site.timetable.add_to_your_calendar')}</a>
          </Button>
          <PrintButton />
        </p>
      </PageHead>
      <div className="wrap">
        <nav className="timetable-tools" aria-label={t('site.timetable.weeks')}>
          <p className="timetable-span">{weekSpan(firstDay)}</p>
          <p className="timetable-imprint">
            {joinItems([studio.name, studio.address, phoneNumber(studio.phone)])}
          </p>
          <Link to={`/timetable?week=${addDays(firstDay, -7)}`} preventScrollReset rel="prev">
            <span className="pointing" aria-hidden="true">
              ←
            </span>{' '}
            {shortWeekSpan(addDays(firstDay, -7))}
          </Link>
          <Link to={`/timetable?week=${addDays(firstDay, 7)}`} preventScrollReset rel="next">
            {shortWeekSpan(addDays(firstDay, 7))}{' '}
            <span className="pointing" aria-hidden="true">
              →
            </span>
          </Link>
          <DisciplineLegend
            className="timetable-legend"
            aria-label={t('site.timetable.colours')}
            disciplines={disciplines}
          />
        </nav>
        {isEmpty ? (
          <EmptyState
            level={2}
            title={
              nextDay
                ? t('site.timetable.nothing_on_this_week_next_class', {
                    weekday: weekdayName(weekdayOf(nextDay)),
                    day: longDay(nextDay),
                  })
                : t('site.timetable.nothing_on_this_week_next_term')
            }
            action={
              <Button asChild variant="primary">
                {nextDay ? (
                  <Link to={`/timetable?week=${weekStartOf(nextDay)}`}>
                    {t('site.timetable.show_that_week')}
                  </Link>
                ) : (
                  <Link to="/contact">{t('site.timetable.ask_us_to_let_you_know')}</Link>
                )}
              </Button>
            }
          />
        ) : (
          <WeekGrid
            key={`${firstDay} ${nearIndex}`}
            week={week}
            nearIndex={nearIndex}
            firstDay={firstDay}
            dayAfterWeek={dayAfterWeek}
            zone={studio.zone}
            isOpenOn={(day) =>
              !isClosedOn(closedDays, day) && periodsOf(openingHours, weekdayOf(day)).length > 0
            }
          />
        )}
      </div>
    </main>
  );
}

/** Shown once scripts run. */
function PrintButton() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <Button
      variant="link"
      className="timetable-print"
      style={{ visibility: isReady ? 'visible' : 'hidden' }}
      onClick={() => window.print()}
    >
      {t('site.timetable.print_timetable')}
    </Button>
  );
}
