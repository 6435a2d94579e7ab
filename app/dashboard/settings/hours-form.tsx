// The opening hours of the week: several periods a day, and those of one day for all others that are open.

import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { TimeInput } from '#app/ui/date-time-input.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.ts';
import { Panel } from '../layout/page.tsx';
import { addPeriod, copyToOpenDays, type DayHours, MAX_PERIODS, type Period } from './opening-week.ts';

export function HoursForm({ hours }: { hours: DayHours[] }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState(hours);
  const [wanted, setWanted] = useState(hours);
  const isDirty = JSON.stringify(wanted) !== JSON.stringify(saved);
  const allowLeaving = useUnsavedGuard(isDirty);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('set_opening_hours', {
      hours: wanted.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
    });
    setBusy(false);
    if (error) {
      toastError(t('dashboard.settings.opening_hours_not_saved'), describeReason(error));
      return;
    }
    allowLeaving();
    setSaved(wanted);
    toastSuccess(
      t('dashboard.settings.opening_hours_saved'),
      t('dashboard.settings.the_public_pages_show_them_now'),
    );
    void revalidate();
  };
  const setDay = (weekday: number, periods: Period[]) =>
    setWanted((before) => [
      ...before.filter((one) => one.weekday !== weekday),
      ...periods.map((period) => ({ ...period, weekday })),
    ]);
  const openDays = new Set(wanted.map(({ weekday }) => weekday)).size;
  return (
    <Panel
      title={t('dashboard.settings.opening_hours')}
      aside={<Link to="/dashboard/terms">{t('dashboard.settings.closed_days_of_the_year')}</Link>}
    >
      <form className="owner-hours" onSubmit={save}>
        <ul>
          {weekdaysInOrder().map((weekday) => (
            <DayRow
              key={weekday}
              weekday={weekday}
              periods={wanted.filter((one) => one.weekday === weekday)}
              onChange={(periods) => setDay(weekday, periods)}
              onCopy={openDays > 1 ? () => setWanted(copyToOpenDays(wanted, weekday)) : undefined}
            />
          ))}
        </ul>
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('dashboard.settings.save_opening_hours')}
        </Button>
      </form>
    </Panel>
  );
}

interface DayRowProps {
  weekday: number;
  periods: Period[];
  onChange(periods: Period[]): void;
  /** Absent while no other day is open. */
  onCopy: (() => void) | undefined;
}

function DayRow({ weekday, periods, onChange, onCopy }: DayRowProps) {
  const day = weekdayName(weekday);
  const setPeriod = (index: number, change: Partial<Period>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...change } : period)));
  return (
    <li>
      <Checkbox
        label={day}
        checked={periods.length > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? addPeriod([]) : [])}
      />
      {periods.length === 0 ? (
        <span className="dash-quiet">{t('dashboard.settings.closed_day')}</span>
      ) : (
        <div className="owner-day">
          {periods.map((period, index) => (
            // Periods have no id; the fields have no state of their own.
            <fieldset key={index.toString()} className="owner-times">
              <legend className="sr-only">
                {t('dashboard.settings.opening_time_of_day', { day, number: index + 1 })}
              </legend>
              <TimeInput
                aria-label={t('dashboard.settings.day_opens', { day })}
                value={period.opens.slice(0, 5)}
                onChange={(event) => setPeriod(index, { opens: event.target.value })}
                required
              />
              <span aria-hidden="true">–</span>
              <TimeInput
                aria-label={t('dashboard.settings.day_closes', { day })}
                value={period.closes.slice(0, 5)}
                onChange={(event) => setPeriod(index, { closes: event.target.value })}
                required
              />
              {periods.length > 1 && (
                <LinkButton onClick={() => onChange(periods.filter((_, at) => at !== index))}>
                  {t('dashboard.settings.remove_opening_time')}
                </LinkButton>
              )}
            </fieldset>
          ))}
          <p className="owner-day-actions">
            {periods.length < MAX_PERIODS && (
              <LinkButton onClick={() => onChange(addPeriod(periods))}>
                {t('dashboard.settings.add_opening_time')}
              </LinkButton>
            )}
            {onCopy && (
              <LinkButton onClick={onCopy}>{t('dashboard.settings.copy_to_other_open_days')}</LinkButton>
            )}
          </p>
        </div>
      )}
    </li>
  );
}
