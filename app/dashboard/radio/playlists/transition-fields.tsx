// How one track of a playlist follows another, and the seconds of the crossfade or the gap.
import { useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Playlist } from './playlist.ts';

const STYLES = ['crossfade', 'segue', 'gap', 'none'] as const satisfies Playlist['transition'][];
const MAX_SECONDS = { crossfade: 10, gap: 4 };

export function TransitionFields({ playlist }: { playlist: Playlist }) {
  const [style, setStyle] = useState(playlist.transition);
  return (
    <>
      <Field className="form-3" label={t('dashboard.radio.transition_between_tracks')}>
        <Select
          name="transition"
          value={style}
          onChange={({ currentTarget }) => setStyle(currentTarget.value as Playlist['transition'])}
          options={STYLES.map((one) => [one, t(`dashboard.radio.transition_${one}`)])}
        />
      </Field>
      {(style === 'crossfade' || style === 'gap') && (
        <Field
          className="form-3"
          label={style === 'gap' ? t('dashboard.radio.gap_seconds') : t('dashboard.radio.crossfade_seconds')}
        >
          <NumberInput
            name="transition_seconds"
            min={0}
            max={MAX_SECONDS[style]}
            step={0.1}
            defaultValue={Math.min(playlist.transition_seconds, MAX_SECONDS[style])}
            key={style}
          />
        </Field>
      )}
    </>
  );
}
