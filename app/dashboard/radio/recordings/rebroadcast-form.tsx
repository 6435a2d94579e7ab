// Plans a recording as a one-off show on a date; it replaces the weekly schedule for its length.

import { t } from '#app/language/messages.ts';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { useFormGuard } from '../../forms/use-unsaved-guard.ts';
import { useStudio } from '../../use-studio.ts';
import { AddForm } from '../add-form.tsx';
import type { Recording } from './recording.ts';

const SHORTEST_MIN = 5;
const LONGEST_MIN = 1440;

interface RebroadcastFormProps {
  recording: Recording & { show_id: string };
  onPlanned(): void;
}

export function RebroadcastForm({ recording, onPlanned }: RebroadcastFormProps) {
  const { studio } = useStudio();
  const { onInput, markSaved } = useFormGuard();
  const minutes = Math.ceil(recording.duration_ms / 60_000);
  const add = async (entries: FormData, client: StudioClient) => {
    const { error } = await client.from('radio_one_offs').insert({
      show_id: recording.show_id,
      local_date: String(entries.get('local_date')),
      local_time: String(entries.get('local_time')),
      duration_min: Math.min(LONGEST_MIN, Math.max(SHORTEST_MIN, minutes)),
      zone: studio.zone,
      episode_id: recording.id,
      is_prerecorded: true,
    });
    return error?.code === '23505' ? t('dashboard.radio.another_show_starts_choose_time') : error;
  };
  return (
    <AddForm
      className="grid-form recording-form"
      submit={t('dashboard.radio.plan_rebroadcast')}
      add={add}
      onInput={onInput}
      onAdded={() => {
        markSaved();
        toastSuccess(t('dashboard.radio.recording_planned', { title: recording.title }));
        onPlanned();
      }}
    >
      <Field label={t('dashboard.radio.date')} required>
        <DateInput name="local_date" />
      </Field>
      <Field
        label={t('dashboard.radio.starts_at')}
        hint={t('dashboard.radio.replaces_schedule_for_minutes', { minutes })}
        required
      >
        <TimeInput name="local_time" defaultValue="21:00" />
      </Field>
    </AddForm>
  );
}
