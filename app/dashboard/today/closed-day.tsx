// A day without sessions: the next open day in figures and its sessions, and what came of the last one.

import { Fact } from '#app/dashboard/layout/fact.tsx';
import { daysBetween } from '#app/language/calendar-day.ts';
import { capitalised } from '#app/language/capitalised.ts';
import { fullWeekdayAndDay, weekdayAndDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { Link } from '#app/ui/link.tsx';
import type { LastOpenDay, TodaySession } from '#contracts/overview.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { DaySessions } from './day-sessions.tsx';

export function NextOpenDay({ day, sessions, now }: { day: string; sessions: TodaySession[]; now: Date }) {
  const { zone, currency } = useStudio().studio;
  const planned = sessions.filter(({ status }) => status === 'planned');
  const sum = (of: (session: TodaySession) => number) => planned.reduce((all, one) => all + of(one), 0);
  const first = planned[0];
  const teachers = new Set(planned.map(({ teacher }) => teacher).filter(Boolean));
  const figures: [string, string][] = [
    [String(planned.length), t('dashboard.today.figure_sessions', { count: planned.length })],
    [`${sum(({ seats }) => seats)}/${sum(({ capacity }) => capacity)}`, t('dashboard.today.figure_places')],
    [
      String(planned.filter(({ seats, capacity }) => seats >= capacity).length),
      t('dashboard.today.figure_full', { waiting: sum(({ waiting }) => waiting) }),
    ],
    [String(teachers.size), t('dashboard.today.figure_teachers', { count: teachers.size })],
    [
      price(
        sum(({ unpaid_cents }) => unpaid_cents),
        currency,
      ),
      t('dashboard.today.figure_unpaid'),
    ],
  ];
  return (
    <Panel
      title={t('dashboard.today.next_open_day')}
      aside={<Link to={`/dashboard/calendar?day=${day}`}>{t('dashboard.today.open_calendar')}</Link>}
    >
      <div className="next-day">
        <p className="next-day-name">{capitalised(fullWeekdayAndDay(day))}</p>
        {first && (
          <p>
            {t('dashboard.today.in_days_first_at', {
              days: daysBetween(localDay(now, zone), day),
              time: clockTime(new Date(first.starts_at), zone),
            })}
          </p>
        )}
        <dl>
          {figures.map(([figure, label]) => (
            <Fact key={label} name={label}>
              {figure}
            </Fact>
          ))}
        </dl>
      </div>
      <DaySessions sessions={sessions} now={now} />
    </Panel>
  );
}

export function LastOpenDayPanel({ last }: { last: LastOpenDay }) {
  const { currency } = useStudio().studio;
  const lines: [string, string][] = [
    [
      String(last.sessions),
      t('dashboard.today.last_sessions', { count: last.sessions, here: last.here, seats: last.seats }),
    ],
    [
      price(last.received_cents, currency),
      t('dashboard.today.last_received', { card: price(last.card_cents, currency) }),
    ],
    [
      String(last.booked),
      t('dashboard.today.last_booked', { count: last.booked, cancelled: last.cancelled }),
    ],
  ];
  return (
    <Panel
      title={t('dashboard.today.last_open_day', { day: weekdayAndDay(last.day) })}
      aside={<Link to="/dashboard/reports">{t('dashboard.today.open_reports')}</Link>}
    >
      <ul className="needs">
        {lines.map(([figure, label]) => (
          <li key={label}>
            <span className="need-when">{figure}</span>
            <p>{label}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
