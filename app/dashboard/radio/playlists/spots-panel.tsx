// Whether the promo of a class plays when a place in it becomes free today, and how soon.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { Panel } from '../../layout/page.tsx';
import { FormEnd } from '../form-end.tsx';

const USUAL_MINUTES = 30;

export function SpotsPanel({ minutes, onChange }: { minutes: number | null; onChange(): void }) {
  const [isOn, setOn] = useState(minutes !== null);
  const [isBusy, run] = useBusy();
  const save = async (form: FormData) => {
    const client = await backend();
    const { error } = await client
      .from('radio_settings')
      .update({ spot_minutes: isOn ? Number(form.get('minutes')) : null })
      .eq('id', true);
    if (!reportFailure(error)) return;
    toastSuccess(t('dashboard.common.changes_saved'));
    onChange();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(() => save(form));
  };
  return (
    <Panel className="radio-spots" title={t('dashboard.radio.spots_for_free_places')}>
      <p className="dash-quiet">{t('dashboard.radio.spots_for_free_places_hint')}</p>
      <form className="form-six" onSubmit={submit}>
        <Checkbox
          className="form-4"
          label={t('dashboard.radio.play_a_spot_when_a_place_becomes_free')}
          hint={t('dashboard.radio.play_a_spot_hint')}
          checked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
        {isOn && (
          <Field className="form-2" label={t('dashboard.radio.within_minutes')}>
            <NumberInput name="minutes" required min={5} max={180} defaultValue={minutes ?? USUAL_MINUTES} />
          </Field>
        )}
        <FormEnd variant="secondary" isBusy={isBusy} />
      </form>
    </Panel>
  );
}
