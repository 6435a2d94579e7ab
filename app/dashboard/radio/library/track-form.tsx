// Edits one track: its details, where it begins and ends, listening, deleting.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { AudioPlayer } from '#app/ui/audio-player.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import { normalizeIsrc } from '#contracts/isrc.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { ownApi } from '../../own-api.ts';
import { confirmDelete } from '../confirm-delete.ts';
import { FormEnd } from '../form-end.tsx';
import { TimesOfDay } from '../times-of-day.tsx';
import { readWeekdays, WeekdayChoice } from '../weekday-choice.tsx';
import { CueEditor } from './cue-editor.tsx';
import type { ClassName, Track } from './track.ts';

interface TrackFormProps {
  track: Track;
  classes: ClassName[];
  /** Ends when the form may take changes again. */
  onDone(isChanged: boolean): Promise<void>;
}

export function TrackForm({ track, classes, onDone }: TrackFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [isJingle, setJingle] = useState(track.kind === 'jingle');
  const [wrongIsrc, setWrongIsrc] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const isrc = normalizeIsrc(text('isrc'));
    setWrongIsrc(isrc === undefined ? text('isrc') : null);
    if (isrc === undefined) {
      event.currentTarget.querySelector<HTMLInputElement>('[name="isrc"]')?.focus();
      return;
    }
    setBusy(true);
    const client = await backend(() => setBusy(false));
    const { error } = await client
      .from('radio_tracks')
      .update({
        title: text('title'),
        artist: text('artist'),
        album: text('album'),
        genre: text('genre'),
        year: Number(text('year')) || null,
        composer: text('composer'),
        label: text('label'),
        isrc,
        cue_in_ms: Math.round(Number(text('cue_in')) * 1000),
        cue_out_ms: Math.round(Number(text('cue_out')) * 1000),
        kind: isJingle ? 'jingle' : 'music',
        offering_id: (isJingle && text('offering_id')) || null,
        is_requestable: form.get('requestable') !== null,
        from_time: text('from_time') || null,
        to_time: text('to_time') || null,
        weekdays: readWeekdays(form),
      })
      .eq('id', track.id);
    if (reportFailure(error)) await onDone(true);
    setBusy(false);
  };
  const remove = () =>
    confirmDelete({
      title: t('dashboard.radio.delete_title_question', { title: track.title }),
      content: t('dashboard.radio.the_audio_file_is_deleted_permanently'),
      remove: () => ownApi(`/radio/tracks/${track.id}`, { method: 'DELETE' }),
      onDeleted: () => void onDone(true),
    });
  const forRoyalties = { className: 'form-2', optional: true, hint: t('dashboard.radio.for_royalties') };
  return (
    <form className="form-six track-form" onSubmit={save}>
      <Field className="form-2" label={t('dashboard.common.title')} required>
        <Input name="title" defaultValue={track.title} maxLength={300} autoFocus />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.artist')}>
        <Input name="artist" defaultValue={track.artist} maxLength={300} />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.album')}>
        <Input name="album" defaultValue={track.album} maxLength={300} />
      </Field>
      <Field className="form-2" label={t('dashboard.radio.genre')}>
        <Input name="genre" defaultValue={track.genre} maxLength={120} />
      </Field>
      <Field className="form-1" label={t('dashboard.radio.year')}>
        <NumberInput name="year" min={1000} max={3000} defaultValue={track.year ?? ''} />
      </Field>
      <Field label={t('dashboard.radio.composer')} {...forRoyalties}>
        <Input name="composer" defaultValue={track.composer} maxLength={300} />
      </Field>
      <Field label={t('dashboard.radio.record_label')} {...forRoyalties}>
        <Input name="label" defaultValue={track.label} maxLength={300} />
      </Field>
      <Field
        label="ISRC"
        {...forRoyalties}
        error={wrongIsrc !== null && t('errors.radio.bad_isrc', { text: wrongIsrc })}
      >
        <Input name="isrc" defaultValue={track.isrc} maxLength={40} autoCapitalize="characters" />
      </Field>
      <CueEditor
        trackId={track.id}
        durationMs={track.duration_ms}
        cueInMs={track.cue_in_ms}
        cueOutMs={track.cue_out_ms}
      />
      <AudioPlayer
        className="form-2"
        src={`/api/radio/tracks/${track.id}/audio`}
        title={track.title}
        durationMs={track.duration_ms}
        onPlay={() => radioPlayer.pause()}
      />
      <TimesOfDay className="form-1" of={track} />
      <WeekdayChoice className="form-4" weekdays={track.weekdays} />
      <Checkbox
        className="form-2"
        name="requestable"
        label={t('dashboard.radio.listeners_can_request_it')}
        defaultChecked={track.is_requestable}
      />
      <Checkbox
        className="form-2"
        label={t('dashboard.radio.jingle_label')}
        checked={isJingle}
        onChange={({ currentTarget }) => setJingle(currentTarget.checked)}
      />
      {isJingle && (
        <Field
          className="form-4"
          label={t('dashboard.radio.promo_of_class')}
          hint={t('dashboard.radio.promo_hint')}
        >
          <Select
            name="offering_id"
            defaultValue={track.offering_id ?? ''}
            none={t('dashboard.radio.promo_of_no_class')}
            options={classes.map(({ id, title }) => [id, title])}
          />
        </Field>
      )}
      <FormEnd isBusy={isBusy}>
        <Button variant="tertiary" size="sm" onClick={() => onDone(false)}>
          {t('dashboard.common.cancel')}
        </Button>
        <Button variant="destructive" size="sm" onClick={remove}>
          {t('dashboard.common.delete')}
        </Button>
      </FormEnd>
    </form>
  );
}
