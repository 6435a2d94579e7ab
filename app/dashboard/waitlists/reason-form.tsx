// Moves, offers to or removes one entry of a waiting list, with the reason that staff read later.
import type { FormEvent } from 'react';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { FormActions } from '../forms/form-actions.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';
import { formatPlaces } from './waitlist.ts';

export type EntryAction = 'move' | 'offer' | 'remove';

interface ReasonFormProps {
  doing: EntryAction;
  entry: { id: number; name: string; places: number; place?: number };
  free: number;
  waiting?: number;
  onDone(): void;
}

export function ReasonForm({ doing, entry, free, waiting = 1, onDone }: ReasonFormProps) {
  const { call, isBusy, errorOf } = useDatabaseCall({ quiet: true });
  const missing = Math.max(0, entry.places - free);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason') ?? '');
    const done =
      doing === 'move'
        ? await call(
            'set_waitlist_position',
            { waitlist_entry_id: entry.id, place: Number(form.get('place')), reason },
            { title: `${entry.name} moved` },
          )
        : doing === 'offer'
          ? await call(
              'offer_now',
              { waitlist_entry_id: entry.id, reason, add_places: form.get('add') === 'on' },
              { title: `Place offered to ${entry.name}` },
            )
          : await call(
              'remove_from_waitlist',
              { waitlist_entry_id: entry.id, reason },
              { title: `${entry.name} removed` },
            );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={submit} noValidate>
      {doing === 'move' && (
        <Field label="New position" hint={`Between 1 and ${waiting}.`} required>
          <Input
            name="place"
            type="number"
            min={1}
            max={waiting}
            defaultValue={entry.place === 1 ? 2 : 1}
            autoFocus
          />
        </Field>
      )}
      <Field
        label="Reason"
        hint="Saved with the entry and shown to all staff."
        error={errorOf('reason')}
        required
      >
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus={doing !== 'move'} />
      </Field>
      {doing === 'offer' && missing > 0 && (
        <Checkbox
          name="add"
          label={missing === 1 ? 'Add 1 place' : `Add ${missing} places`}
          hint={
            free === 0 ? 'No place is free. To offer one, add it here.' : `Only ${formatPlaces(free)} free.`
          }
        />
      )}
      <FormActions
        submit={doing === 'move' ? 'Move' : doing === 'offer' ? 'Offer place' : 'Remove and notify'}
        variant={doing === 'remove' ? 'destructive' : 'primary'}
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
