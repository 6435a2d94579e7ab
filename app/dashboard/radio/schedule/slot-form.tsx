import type { FormEvent } from 'react';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { Button } from '#app/ui/button.tsx';
import { TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { useBusy } from '../../forms/use-busy.ts';
import { useFormGuard } from '../../forms/use-unsaved-guard.ts';
import { Panel } from '../../layout/page.tsx';
import { FormEnd } from '../form-end.tsx';
import type { GridSlot, SlotContent } from './plan-slot.ts';

const CONTENTS: readonly SlotContent[] = ['live', 'prerecorded', 'repeat'];

export function contentLabel(content: SlotContent): string {
  return t(`dashboard.radio.content_${content}`);
}

export type SlotFields = Pick<GridSlot, 'show_id' | 'weekday' | 'local_time' | 'duration_min' | 'content'>;

interface SlotFormProps {
  slot: GridSlot | null;
  shows: { id: string; title: string }[];
  onSave(fields: SlotFields): Promise<void>;
  onRemove?(): Promise<void>;
  onClose(): void;
}

export function SlotForm({ slot, shows, onSave, onRemove, onClose }: SlotFormProps) {
  const [isBusy, run] = useBusy();
  const { onInput } = useFormGuard();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(() =>
      onSave({
        show_id: String(form.get('show_id')),
        weekday: Number(form.get('weekday')),
        local_time: String(form.get('local_time')),
        duration_min: Number(form.get('duration_min')),
        content: CONTENTS.find((content) => content === form.get('content')) ?? 'live',
      }),
    );
  };
  return (
    <Panel
      title={slot ? t('dashboard.radio.edit_time_slot') : t('dashboard.radio.add_time_slot')}
      className="invite"
    >
      <form className="grid-form" onSubmit={submit} onInput={onInput}>
        <Field label={t('dashboard.radio.show')} required>
          <Select
            name="show_id"
            defaultValue={slot?.show_id}
            autoFocus
            options={shows.map(({ id, title }) => [id, title])}
          />
        </Field>
        <Field label={t('dashboard.common.day')} required>
          <Select
            name="weekday"
            defaultValue={slot?.weekday ?? weekdaysInOrder()[0]}
            options={weekdaysInOrder().map((day) => [day, weekdayName(day)])}
          />
        </Field>
        <Field label={t('dashboard.radio.starts_at')} required>
          <TimeInput name="local_time" defaultValue={slot?.local_time.slice(0, 5) ?? '18:00'} />
        </Field>
        <Field label={t('dashboard.radio.length_in_minutes')} required>
          <NumberInput name="duration_min" min={5} max={1440} defaultValue={slot?.duration_min ?? 60} />
        </Field>
        <Field label={t('dashboard.radio.what_plays')} hint={t('dashboard.radio.what_plays_hint')}>
          <Select
            name="content"
            defaultValue={slot?.content ?? 'live'}
            options={CONTENTS.map((content) => [content, contentLabel(content)])}
          />
        </Field>
        <FormEnd submit={t('dashboard.radio.save_time_slot')} isBusy={isBusy}>
          <Button variant="tertiary" size="sm" onClick={onClose}>
            {t('dashboard.common.cancel')}
          </Button>
          {onRemove && (
            <Button variant="destructive" size="sm" busy={isBusy} onClick={() => void run(onRemove)}>
              {t('dashboard.radio.remove_time_slot')}
            </Button>
          )}
        </FormEnd>
      </form>
    </Panel>
  );
}
