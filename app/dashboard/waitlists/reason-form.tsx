// Moves, offers to or removes one entry of a waiting list, with the reason that staff read later.

import type { FormEvent } from 'react';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { FormActions } from '../forms/form-actions.tsx';
import { useDatabaseCall } from '../forms/use-database-call.ts';

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
            { title: t('dashboard.waitlists.name_moved', { name: entry.name }) },
          )
        : doing === 'offer'
          ? await call(
              'offer_now',
              { waitlist_entry_id: entry.id, reason, add_places: form.get('add') === 'on' },
              { title: t('dashboard.waitlists.place_offered_to_name', { name: entry.name }) },
            )
          : await call(
              'remove_from_waitlist',
              { waitlist_entry_id: entry.id, reason },
              { title: t('dashboard.waitlists.name_removed', { name: entry.name }) },
            );
    if (done) onDone();
  };
  return (
    <form className="dash-form" onSubmit={submit} noValidate>
      {doing === 'move' && (
        <Field
          label={t('dashboard.waitlists.new_position')}
          hint={t('dashboard.waitlists.between_1_and_last', { last: waiting })}
          required
        >
          <NumberInput
            name="place"
            min={1}
            max={waiting}
            defaultValue={entry.place === 1 ? 2 : 1}
            autoFocus
          />
        </Field>
      )}
      <Field
        label={t('dashboard.common.reason')}
        hint={t('dashboard.waitlists.saved_with_the_entry_and_shown')}
        error={errorOf('reason')}
        required
      >
        <Input name="reason" maxLength={300} autoComplete="off" autoFocus={doing !== 'move'} />
      </Field>
      {doing === 'offer' && missing > 0 && (
        <Checkbox
          name="add"
          label={t('dashboard.waitlists.add_places', { count: missing })}
          hint={
            free === 0
              ? t('dashboard.waitlists.no_place_is_free_to_offer')
              : t('dashboard.waitlists.only_places_free', { count: free })
          }
        />
      )}
      <FormActions
        submit={
          doing === 'move'
            ? t('dashboard.waitlists.move_verb')
            : doing === 'offer'
              ? t('dashboard.waitlists.offer_place')
              : t('dashboard.waitlists.remove_and_notify')
        }
        variant={doing === 'remove' ? 'destructive' : 'primary'}
        isBusy={isBusy}
        onCancel={onDone}
      />
    </form>
  );
}
