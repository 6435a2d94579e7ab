// The days of the week in one row, for phones and large text. Without scripts the chosen one is in the address.
import { weekdayOf } from '#app/language/calendar-day.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday } from '#app/language/names.ts';
import { dayNote } from './day-note.ts';
import type { PlannedDay } from './plan-week.ts';

interface DayChipsProps {
  days: PlannedDay[];
  near: number;
  /** The form that a press submits where scripts do not run. */
  form: string;
  isOpenOn(day: string): boolean;
  onChoose: (index: number) => void;
}

export function DayChips({ days, near, form, isOpenOn, onChoose }: DayChipsProps) {
  return (
    <div className="day-chips">
      {days.map((day, index) => (
        <button
          key={day.date}
          type="submit"
          form={form}
          name="day"
          value={day.date}
          aria-pressed={index === near}
          data-empty={day.sessions.length === 0 || undefined}
          onClick={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          <span>{day.isToday ? t('site.timetable.today') : shortWeekday(weekdayOf(day.date))}</span>{' '}
          <b>{Number(day.date.slice(8))}</b>{' '}
          {!day.isToday && <span className="sr-only">{dayNote(day, isOpenOn)}</span>}
        </button>
      ))}
    </div>
  );
}
