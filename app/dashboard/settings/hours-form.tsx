import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Input } from '#app/ui/input.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { useFormGuard } from '../forms/use-unsaved-guard.ts';
import { Panel } from '../layout/page.tsx';

export interface DayHours {
  weekday: number;
  opens: string;
  closes: string;
}

export function HoursForm({ hours }: { hours: DayHours[] }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const { onInput, markSaved } = useFormGuard();
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = weekdaysInOrder()
      .filter((weekday) => form.get(`open-${weekday}`) !== null)
      .map((weekday) => ({
        weekday,
        opens: form.get(`opens-${weekday}`),
        closes: form.get(`closes-${weekday}`),
      }));
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client.rpc('set_opening_hours', { hours: wanted });
    setBusy(false);
    if (error) {
      toastError(t('dashboard.settings.opening_hours_not_saved'), describeReason(error));
      return;
    }
    markSaved();
    toastSuccess(
      t('dashboard.settings.opening_hours_saved'),
      t('dashboard.settings.the_public_pages_show_them_now'),
    );
    void revalidate();
  };
  return (
    <Panel title={t('dashboard.settings.opening_hours')}>
      <form className="owner-hours" onSubmit={save} onInput={onInput}>
        <ul>
          {weekdaysInOrder().map((weekday) => (
            <DayRow key={weekday} weekday={weekday} given={hours.find((one) => one.weekday === weekday)} />
          ))}
        </ul>
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('dashboard.settings.save_opening_hours')}
        </Button>
      </form>
    </Panel>
  );
}

function DayRow({ weekday, given }: { weekday: number; given: DayHours | undefined }) {
  const day = weekdayName(weekday);
  const [isOpen, setOpen] = useState(given !== undefined);
  const time = (name: 'opens' | 'closes', fallback: string) => (
    <Input
      type="time"
      name={`${name}-${weekday}`}
      aria-label={
        name === 'opens'
          ? t('dashboard.settings.day_opens', { day })
          : t('dashboard.settings.day_closes', { day })
      }
      defaultValue={(given?.[name] ?? fallback).slice(0, 5)}
      required
    />
  );
  return (
    <li>
      <Checkbox
        name={`open-${weekday}`}
        label={day}
        checked={isOpen}
        onChange={(event) => setOpen(event.currentTarget.checked)}
      />
      {isOpen ? (
        <span className="owner-times">
          {time('opens', '10:00')}
          <span aria-hidden="true">–</span>
          {time('closes', '18:00')}
        </span>
      ) : (
        <span className="dash-quiet">{t('dashboard.settings.closed_day')}</span>
      )}
    </li>
  );
}
