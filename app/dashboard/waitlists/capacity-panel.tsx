// Places that were added for people on the waiting list, and the form to remove them again with a reason.

import { type FormEvent, useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { nearDay } from '#app/features/programme/date-label.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import type { Waitlist } from '#contracts/waitlist.ts';
import { FormActions } from '../forms/form-actions.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { Panel } from '../layout/page.tsx';
import { useStudio } from '../use-studio.ts';
import { formatCapacityChange, removablePlaces } from './waitlist.ts';

export function CapacityPanel({ waitlist, now }: { waitlist: Waitlist; now: Date }) {
  const { zone } = useStudio().studio;
  const [isOpen, setOpen] = useState(false);
  if (waitlist.size_changes.length === 0) return null;
  const removable = removablePlaces(waitlist);
  return (
    <Panel
      title={t('dashboard.waitlists.places_added')}
      aside={
        waitlist.added > 0
          ? t('dashboard.waitlists.more_than_planned', { count: waitlist.added })
          : t('dashboard.waitlists.as_planned')
      }
    >
      <ul className="dash-list">
        {waitlist.size_changes.map((change) => (
          <li key={change.at}>
            <RowText title={formatCapacityChange(change)}>
              {change.by
                ? t('dashboard.waitlists.changed_by_name', {
                    day: nearDay(new Date(change.at), now, zone),
                    name: change.by,
                    reason: change.reason,
                  })
                : t('dashboard.waitlists.changed_by_staff', {
                    day: nearDay(new Date(change.at), now, zone),
                    reason: change.reason,
                  })}
            </RowText>
          </li>
        ))}
      </ul>
      {waitlist.added > 0 && removable === 0 && (
        <p className="dash-quiet dash-capacity-text">
          {t('dashboard.waitlists.every_place_is_booked_held_or')}
        </p>
      )}
      {removable > 0 && !isOpen && (
        <div className="dash-form-actions dash-capacity-text">
          <Button variant="tertiary" size="sm" onClick={() => setOpen(true)}>
            {t('dashboard.waitlists.remove_places', { count: removable })}
          </Button>
        </div>
      )}
      {removable > 0 && isOpen && (
        <RemovePlacesForm waitlist={waitlist} max={removable} onDone={() => setOpen(false)} />
      )}
    </Panel>
  );
}

interface RemovePlacesFormProps {
  waitlist: Waitlist;
  max: number;
  onDone(): void;
}

function RemovePlacesForm({ waitlist, max, onDone }: RemovePlacesFormProps) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const places = Number(form.get('places') ?? 1);
    const done = await call(
      'remove_added_places',
      { pool_id: waitlist.pool_id, places, reason: String(form.get('reason') ?? '') },
      {
        title: t('dashboard.waitlists.places_removed', { count: places }),
        description: t('dashboard.waitlists.places_are_left', { count: waitlist.capacity - places }),
      },
    );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={submit} noValidate>
      {max > 1 && (
        <Field
          label={t('dashboard.waitlists.how_many')}
          hint={t('dashboard.waitlists.between_1_and_max', { max })}
          error={errorOf('places')}
          required
        >
          <NumberInput name="places" min={1} max={max} defaultValue={1} autoFocus />
        </Field>
      )}
      <Field
        label={t('dashboard.common.reason')}
        hint={t('dashboard.waitlists.shown_here_to_all_staff')}
        error={errorOf('reason') ?? (max > 1 ? undefined : errorOf('places'))}
        required
      >
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus={max === 1} />
      </Field>
      <FormActions
        submit={t('dashboard.waitlists.remove_added_places')}
        variant="destructive"
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
