// The week as a grid with elastic columns and hours; on a phone, and at large text, one day as a list below the row of
// days. Choosing a day widens it. Without scripts the choice is in the address.

import { type CSSProperties, useState } from 'react';
import { shortWeekdayAndDay, weekdayAndDate, weekdayAndDay } from '#app/language/format-day.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { Link } from '#app/ui/link.tsx';
import { DayChips } from './day-chips.tsx';
import { dayNote, listNote } from './day-note.ts';
import { dayWidths } from './elastic-columns.ts';
import type { PlannedDay, PlannedWeek } from './plan-week.ts';
import { useCurrentTime } from './use-current-time.ts';
import { WeekSession } from './week-session.tsx';

interface WeekGridProps {
  week: PlannedWeek;
  nearIndex: number;
  firstDay: string;
  /** The first day after this week that has sessions. */
  dayAfterWeek: string | null;
  zone: string;
  /** Weekdays on which the studio is open, Monday is 1. */
  isOpenOn(day: string): boolean;
}

const FORM = 'near-day';

export function WeekGrid({ week, nearIndex, firstDay, dayAfterWeek, zone, isOpenOn }: WeekGridProps) {
  const [chosen, setChosen] = useState<number>();
  const time = useCurrentTime(week, zone);
  const near = chosen ?? nearIndex;
  const widths = dayWidths(week.days, near);
  const columns = widths.map(({ share, isThin }) => `minmax(${isThin ? '3.6rem' : 0}, ${share}fr)`).join(' ');
  return (
    <>
      <form id={FORM} method="get" action={localPath('/timetable')}>
        <input type="hidden" name="week" value={firstDay} />
      </form>
      <DayChips days={week.days} near={near} form={FORM} isOpenOn={isOpenOn} onChoose={setChosen} />
      <div
        className="week"
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
          {time && <b style={{ '--top': time.top } as CSSProperties}>{time.label}</b>}
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
              data-remaining={day.remainingCount > 0 || undefined}
              style={{ '--near': `${width?.display}%`, '--text': `${width?.text}%` } as CSSProperties}
            >
              <h2 className="week-head" id={headingId}>
                <button
                  type="submit"
                  form={FORM}
                  name="day"
                  value={day.date}
                  aria-pressed={index === near}
                  onClick={(event) => {
                    event.preventDefault();
                    setChosen(index);
                  }}
                >
                  <b>{weekdayAndDay(day.date)}</b>
                  <span>{dayNote(day, isOpenOn)}</span>
                </button>
                <span className="week-name">
                  {day.isToday ? t('site.timetable.today') : weekdayAndDate(day.date)}
                </span>
              </h2>
              <p className="week-note">
                {listNote(day, isOpenOn)} <NextDay day={day} days={week.days} dayAfterWeek={dayAfterWeek} />
              </p>
              <ol className="week-sessions">
                {day.sessions.map((planned) => (
                  <WeekSession key={planned.session.id} {...planned} />
                ))}
              </ol>
              {time?.day === day.date && (
                <div className="week-now" style={{ '--top': time.top } as CSSProperties} aria-hidden="true" />
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}

interface NextDayProps {
  day: PlannedDay;
  days: PlannedDay[];
  dayAfterWeek: string | null;
}

/** On a day without sessions: the way to the next day that has some. */
function NextDay({ day, days, dayAfterWeek }: NextDayProps) {
  if (day.sessionCount > 0) return null;
  const later = days.find(({ date, remainingCount }) => date > day.date && remainingCount > 0)?.date;
  const to = later ?? dayAfterWeek;
  if (!to) return null;
  return rich('site.timetable.next_open_day', {
    day: shortWeekdayAndDay(to),
    link: (text) => (
      <Link to={`/timetable?week=${weekStartOf(to)}&day=${to}`} preventScrollReset>
        {text}
      </Link>
    ),
  });
}
