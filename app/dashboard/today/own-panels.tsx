// The current user's own day: the dates they booked, the classes they teach.

import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { nearDay } from '#app/features/programme/date-label.ts';
import { placeOf } from '#app/features/programme/session-place.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { rich, t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { NextDate } from '#contracts/booking.ts';
import type { TeachingSession } from '#contracts/teaching.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { DaySessions } from './day-sessions.tsx';

export function NextDatesPanel({ dates, now }: { dates: NextDate[]; now: Date }) {
  const { zone } = useStudio().studio;
  return (
    <Panel
      title={t('dashboard.today.your_next_dates')}
      aside={<Link to="/dashboard/bookings">{t('dashboard.today.all_bookings')}</Link>}
    >
      <Rows
        of={dates}
        none={
          <EmptyState
            title={t('dashboard.common.no_bookings_yet')}
            action={<Link to="/classes">{t('dashboard.today.find_a_class')}</Link>}
          >
            {t('dashboard.today.your_bookings_appear_here_you_can')}
          </EmptyState>
        }
      >
        {(date) => {
          const at = new Date(date.starts_at);
          return (
            <li key={`${date.session_id} ${date.order_id}`} data-current={at <= now || undefined}>
              <RowText title={contentText(date, 'title')}>
                {rich('dashboard.today.next_date', {
                  when:
                    at <= now
                      ? t('dashboard.today.now')
                      : `${nearDay(at, now, zone)}, ${clockTime(at, zone)}`,
                  room: placeOf(date),
                  names: date.names,
                })}
              </RowText>
              <Link
                to={`/dashboard/bookings/${date.order_id}`}
                aria-label={t('dashboard.today.open_title', { title: date.title })}
              >
                {t('dashboard.common.open')}
              </Link>
            </li>
          );
        }}
      </Rows>
    </Panel>
  );
}

export function TeachingPanel({ sessions, now }: { sessions: TeachingSession[]; now: Date }) {
  const { zone } = useStudio().studio;
  const today = localDay(now, zone);
  const todays = sessions.filter(({ starts_at }) => localDay(new Date(starts_at), zone) === today);
  const shown = todays.length > 0 ? todays : sessions.slice(0, 1);
  return (
    <Panel
      title={todays.length > 0 ? t('dashboard.today.you_teach_today') : t('dashboard.today.you_teach_next')}
      aside={<Link to="/dashboard/teach">{t('dashboard.today.week')}</Link>}
    >
      {shown.length === 0 ? (
        <p className="dash-quiet">{t('dashboard.today.you_have_no_classes_in_the')}</p>
      ) : (
        <DaySessions sessions={shown} now={now} />
      )}
      {todays.length === 0 && shown[0] && (
        <p className="dash-quiet">{fullStop(nearDay(new Date(shown[0].starts_at), now, zone))}</p>
      )}
    </Panel>
  );
}
