// Weekdays on which something plays: all of them unless some are left out. Holds no value.

import { t } from '#app/language/messages.ts';
import { shortWeekday, weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FieldSet } from '#app/ui/field.tsx';

interface WeekdayChoiceProps {
  className?: string;
  /** Null for every day. */
  weekdays: readonly number[] | null;
  /** Without it the boxes are fields of their form, to be read by `readWeekdays`. */
  onChange?(weekdays: number[] | null): void;
}

const ALL = [1, 2, 3, 4, 5, 6, 7];

export function WeekdayChoice({ className, weekdays, onChange }: WeekdayChoiceProps) {
  const chosen = weekdays ?? ALL;
  const toggle = (day: number, isChosen: boolean) =>
    onChange?.(allOrSome(ALL.filter((one) => (one === day ? isChosen : chosen.includes(one)))));
  return (
    <FieldSet
      legend={t('dashboard.hour_clock.weekdays')}
      className={className ? `weekday-choice ${className}` : 'weekday-choice'}
    >
      {weekdaysInOrder().map((day) => (
        <Checkbox
          key={day}
          name="weekdays"
          value={day}
          label={<span aria-hidden="true">{shortWeekday(day)}</span>}
          aria-label={weekdayName(day)}
          {...(onChange
            ? {
                checked: chosen.includes(day),
                onChange: ({ currentTarget }) => toggle(day, currentTarget.checked),
              }
            : { defaultChecked: chosen.includes(day) })}
        />
      ))}
    </FieldSet>
  );
}

export function readWeekdays(form: FormData): number[] | null {
  return allOrSome(form.getAll('weekdays').map(Number));
}

/** Something that plays on no day would never play: no day means every day too. */
function allOrSome(days: number[]): number[] | null {
  return days.length === 0 || days.length === ALL.length ? null : days;
}
