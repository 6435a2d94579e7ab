// The week as a grid with elastic columns and hours; on a phone, and at large text, the same days as lists. Choosing a
// day widens it. Without scripts the choice is in the address.

import { type CSSProperties, useState } from 'react';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { weekdayAndDay } from '#app/language/format-day.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { dayWidths } from './elastic-columns.ts';
import { NowLine } from './now-line.tsx';
import type { PlannedDay, PlannedWeek } from './plan-week.ts';
import { WeekSession } from './week-session.tsx';

interface WeekGridProps {
  week: PlannedWeek;
  nearIndex: number;
  firstDay: string;
  zone: string;
  /** Weekdays on which the studio is open, Monday is 1. */
  openWeekdays: number[];
}

export function WeekGrid({ week, nearIndex, firstDay, zone, openWeekdays }: WeekGridProps) {
  const [chosen, setChosen] = useState<number>();
  const near = chosen ?? nearIndex;
  const widths = dayWidths(week.days, near);
  const columns = widths.map(({ share, isThin }) => `minmax(${isThin ? '4rem' : 0}, ${share}fr)`).join(' ');
  const isGone = week.days.every((day) => day.isPast);
  return (
    <>
      <form id="near-day" method="get" action={localPath('/timetable')}>
        <input type="hidden" name="week" value={firstDay} />
      </form>
      <div
        className="week"
        data-gone={isGone || undefined}
        style={
          {
            '--columns': columns,
            '--total': week.totalRem,
          } as CSSProperties
        }
      >
        <div className="week-hours" aria-hidden="true">
          {week.hours.map((hour) => (
            <span key={hour.label} style={{ '--top': hour.top } as CSSProperties}>
              {hour.label}
            </span>
          ))}
        </div>
        {week.days.map((day, index) => {
          const width = widths[index];
          const headingId = `day-${day.date}`;
          return (
            <section
              key={day.date}
              className="week-day"
              aria-labelledby={headingId}
              data-when={day.isToday ? 'today' : day.isPast ? 'past' : 'coming'}
              data-distance={Math.min(3, Math.abs(index - near))}
              data-empty={day.sessions.length === 0 || undefined}
              style={{ '--near': `${width?.display}%`, '--text': `${width?.text}%` } as CSSProperties}
            >
              <h2 className="week-head" id={headingId}>
                <button
                  type="submit"
                  form="near-day"
                  name="day"
                  value={day.date}
                  aria-pressed={index === near}
                  onClick={(event) => {
                    event.preventDefault();
                    setChosen(index);
                  }}
                >
                  <b>{weekdayAndDay(day.date)}</b>
                  <span>{dayNote(day, openWeekdays)}</span>
                </button>
              </h2>
              <ol className="week-sessions">
                {day.sessions.map((planned) => (
                  <WeekSession key={planned.session.id} {...planned} />
                ))}
              </ol>
              {day.isToday && (
                <NowLine day={day.date} zone={zone} firstHour={week.firstHour} heights={week.heights} />
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}

function dayNote({ isToday, isPast, sessionCount, date }: PlannedDay, openWeekdays: number[]): string {
  if (isToday)
    return sessionCount === 0
      ? t('site.timetable.today')
      : t('site.timetable.today_with_sessions', { count: sessionCount });
  if (isPast) return t('site.timetable.past');
  if (sessionCount > 0) return t('site.timetable.sessions', { count: sessionCount });
  return openWeekdays.includes(weekdayOf(date)) ? t('site.timetable.quiet') : t('site.timetable.closed');
}
