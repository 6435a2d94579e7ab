// A show on one date only: it replaces the weekly schedule and starts on time.

import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useFormGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import { AddForm } from '../add-form.tsx';

interface OneOff {
  id: string;
  show_id: string;
  local_date: string;
  local_time: string;
  duration_min: number;
  is_prerecorded: boolean;
  episode: { title: string; is_file_missing: boolean } | null;
}

interface OneOffPanelProps {
  oneOffs: OneOff[];
  shows: { id: string; title: string }[];
  onChange(): void;
}

export function OneOffPanel({ oneOffs, shows, onChange }: OneOffPanelProps) {
  const { studio } = useStudio();
  const { onInput, markSaved } = useFormGuard();
  const add = async (entries: FormData, client: StudioClient) => {
    const { error } = await client.from('radio_one_offs').insert({
      show_id: String(entries.get('show_id')),
      local_date: String(entries.get('local_date')),
      local_time: String(entries.get('local_time')),
      duration_min: Number(entries.get('duration_min')),
      zone: studio.zone,
    });
    return error?.code === '23505' ? t('dashboard.radio.another_show_starts_choose_time') : error;
  };
  const remove = async (id: string) => {
    const client = await backend();
    const { error } = await client.from('radio_one_offs').delete().eq('id', id);
    if (reportFailure(error)) onChange();
  };
  return (
    <Panel
      title={t('dashboard.radio.one_off_shows')}
      aside={t('dashboard.radio.replaces_the_weekly_schedule')}
    >
      <ul className="dash-list">
        {oneOffs.map((one) => {
          const title = shows.find(({ id }) => id === one.show_id)?.title ?? t('dashboard.radio.a_show');
          return (
            <li key={one.id}>
              <span>
                <b>{title}</b>
                <span className="dash-quiet">
                  {t('dashboard.radio.one_off_time', {
                    date: one.local_date,
                    time: one.local_time.slice(0, 5),
                    minutes: one.duration_min,
                  })}
                  {one.episode && `, ${one.episode.title}`}
                </span>
                {one.is_prerecorded && (!one.episode || one.episode.is_file_missing) && (
                  <span className="dash-quiet episode-missing">
                    {t('dashboard.radio.recording_is_missing')}
                  </span>
                )}
              </span>
              <RowAction
                label={t('dashboard.common.remove')}
                name={t('dashboard.radio.remove_title_on_date', {
                  title,
                  date: one.local_date,
                })}
                onClick={() => remove(one.id)}
              />
            </li>
          );
        })}
        {oneOffs.length === 0 && <li>{t('dashboard.radio.no_one_off_shows_scheduled')}</li>}
      </ul>
      {shows.length > 0 && (
        <AddForm
          className="grid-form"
          submit={t('dashboard.radio.add_one_off_show')}
          add={add}
          onInput={onInput}
          onAdded={() => {
            markSaved();
            onChange();
          }}
        >
          <Field label={t('dashboard.radio.show')} required>
            <Select name="show_id" options={shows.map(({ id, title }) => [id, title])} />
          </Field>
          <Field label={t('dashboard.radio.date')} required>
            <DateInput name="local_date" />
          </Field>
          <Field label={t('dashboard.radio.starts_at')} required>
            <TimeInput name="local_time" defaultValue="20:00" />
          </Field>
          <Field label={t('dashboard.radio.length_in_minutes')} required>
            <NumberInput name="duration_min" min={5} max={1440} defaultValue={60} />
          </Field>
        </AddForm>
      )}
    </Panel>
  );
}
