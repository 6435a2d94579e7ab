import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { SaveForm } from '../save-form.tsx';
import { TimesOfDay } from '../times-of-day.tsx';
import { readWeekdays, WeekdayChoice } from '../weekday-choice.tsx';
import type { Playlist, Titled } from './playlist.ts';
import { TransitionFields } from './transition-fields.tsx';

interface PlaylistFormProps {
  playlist: Playlist;
  shows: Titled[];
  classes: Titled[];
  onChange(): void;
  onDeleted(): void;
}

export function PlaylistForm({ playlist, shows, classes, onChange, onDeleted }: PlaylistFormProps) {
  const [classId, setClassId] = useState(playlist.offering_id ?? '');
  return (
    <SaveForm
      className="form-six"
      table="radio_playlists"
      id={playlist.id}
      read={(text, form) => ({
        name: text('name'),
        weight: Number(text('weight') || playlist.weight),
        every: Number(text('every') || playlist.every),
        play_order: classId ? 'in_order' : text('play_order'),
        offering_id: classId || null,
        transition: text('transition') || playlist.transition,
        transition_seconds: Number(text('transition_seconds') || playlist.transition_seconds),
        show_id: text('show_id') || null,
        from_time: text('from_time') || null,
        to_time: text('to_time') || null,
        weekdays: readWeekdays(form),
        is_enabled: form.get('is_enabled') !== null,
      })}
      saved={t('dashboard.common.changes_saved')}
      deletion={{
        button: t('dashboard.radio.delete_playlist'),
        title: t('dashboard.radio.delete_playlist_name', { name: playlist.name }),
        content: t('dashboard.radio.its_tracks_stay_in_the_library'),
      }}
      onChange={onChange}
      onDeleted={onDeleted}
    >
      <Field className="form-4" label={t('dashboard.common.name')} required>
        <Input name="name" defaultValue={playlist.name} maxLength={120} />
      </Field>
      {playlist.kind === 'jingles' ? (
        <Field className="form-2" label={t('dashboard.radio.play_after_tracks')}>
          <NumberInput name="every" min={1} max={100} defaultValue={playlist.every} />
        </Field>
      ) : (
        <Field className="form-2" label={t('dashboard.radio.weight')}>
          <NumberInput name="weight" min={0} max={1000} step={0.1} defaultValue={playlist.weight} />
        </Field>
      )}
      {playlist.kind === 'rotation' && (
        <Field
          label={t('dashboard.class_hours.curated_by_class')}
          hint={t('dashboard.class_hours.curated_hint')}
        >
          <Select
            value={classId}
            onChange={({ currentTarget }) => setClassId(currentTarget.value)}
            options={classes.map(({ id, title }) => [id, title])}
            none={t('dashboard.class_hours.no_class')}
          />
        </Field>
      )}
      {!classId && (
        <Field label={t('dashboard.radio.playing_order')}>
          <Select name="play_order" defaultValue={playlist.play_order}>
            <option value="shuffle">{t('dashboard.radio.shuffled')}</option>
            <option value="in_order">{t('dashboard.radio.as_listed')}</option>
          </Select>
        </Field>
      )}
      {playlist.kind === 'rotation' && <TransitionFields playlist={playlist} />}
      <Field label={t('dashboard.radio.only_during_show')}>
        <Select
          name="show_id"
          defaultValue={playlist.show_id ?? ''}
          options={shows.map(({ id, title }) => [id, title])}
          none={t('dashboard.radio.any_time')}
        />
      </Field>
      <TimesOfDay className="form-3" of={playlist} />
      <WeekdayChoice weekdays={playlist.weekdays} />
      <Checkbox name="is_enabled" label={t('dashboard.radio.in_use')} defaultChecked={playlist.is_enabled} />
    </SaveForm>
  );
}
