// The repeating part of a plan: weekdays, interval, first and last day. Holds no state.

import { t } from '#app/language/messages.ts';
import { shortWeekday, weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { DateInput } from '#app/ui/date-time-input.tsx';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { PlanFields } from './plan.ts';

const INTERVALS = [2, 3, 4, 5, 6, 8, 10, 12];
const MONTH_WEEKS = [
  [1, 'dashboard.programme.first_week'],
  [2, 'dashboard.programme.second_week'],
  [3, 'dashboard.programme.third_week'],
  [4, 'dashboard.programme.fourth_week'],
  [-1, 'dashboard.programme.last_week'],
] as const;

interface RuleFieldsProps {
  fields: PlanFields;
  terms: Catalogue['terms'];
  set(patch: Partial<PlanFields>): void;
  errorOf(name: string): string | undefined;
}

export function RuleFields({ fields, terms, set, errorOf }: RuleFieldsProps) {
  return (
    <>
      {fields.mode === 'weeks' && (
        <Field label={t('dashboard.programme.interval_in_weeks')} required error={errorOf('every_weeks')}>
          <Select
            value={fields.everyWeeks}
            onChange={(event) => set({ everyWeeks: Number(event.target.value) })}
            options={INTERVALS.map((weeks) => [
              weeks,
              t('dashboard.programme.every_number_of_weeks', { count: weeks }),
            ])}
          />
        </Field>
      )}
      {fields.mode === 'monthly' && (
        <FieldSet
          legend={t('dashboard.programme.weeks_of_the_month')}
          error={errorOf('month_weeks')}
          className="weekday-choice"
        >
          {MONTH_WEEKS.map(([week, name]) => (
            <Checkbox
              key={week}
              label={t(name)}
              checked={fields.monthWeeks.includes(week)}
              onChange={(event) => set({ monthWeeks: chosen(fields.monthWeeks, week, event.target.checked) })}
            />
          ))}
        </FieldSet>
      )}
      <FieldSet
        legend={t('dashboard.programme.weekdays')}
        error={errorOf('weekdays')}
        className="weekday-choice"
      >
        {weekdaysInOrder().map((day) => (
          <Checkbox
            key={day}
            label={<span aria-hidden="true">{shortWeekday(day)}</span>}
            aria-label={weekdayName(day)}
            checked={fields.weekdays.includes(day)}
            onChange={(event) => set({ weekdays: chosen(fields.weekdays, day, event.target.checked) })}
          />
        ))}
      </FieldSet>
      <div className="form-grid">
        {terms.length > 0 && (
          <Field
            label={t('dashboard.programme.term')}
            className="form-wide"
            aside={t('dashboard.programme.sets_both_days')}
          >
            <Select
              value={
                terms.find((t) => t.starts_on === fields.startsOn && t.ends_on === fields.endsOn)?.id ?? ''
              }
              onChange={(event) => {
                const term = terms.find(({ id }) => id === event.target.value);
                if (term) set({ startsOn: term.starts_on, endsOn: term.ends_on });
              }}
              options={terms.map(({ id, name }) => [id, name])}
            >
              <option value="">{t('dashboard.programme.other_days')}</option>
            </Select>
          </Field>
        )}
        <Field label={t('dashboard.common.from_day')} required error={errorOf('starts_on')}>
          <DateInput value={fields.startsOn} onChange={(event) => set({ startsOn: event.target.value })} />
        </Field>
        <Field label={t('dashboard.common.until')} required error={errorOf('ends_on')}>
          <DateInput value={fields.endsOn} onChange={(event) => set({ endsOn: event.target.value })} />
        </Field>
      </div>
    </>
  );
}

function chosen(before: number[], one: number, isChosen: boolean): number[] {
  return isChosen ? [...before, one].sort((a, b) => a - b) : before.filter((other) => other !== one);
}
