// Where a track begins and ends on air: two marks on its waveform, to drag or to move by keys, and the seconds to type.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { Field } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { moveCue, rangeOf } from './move-cue.ts';
import { waveformPaths } from './waveform.ts';

interface CueEditorProps {
  trackId: string;
  durationMs: number;
  cueInMs: number;
  cueOutMs: number | null;
}

const HEIGHT = 100;
const STEP_MS = 10;

/** Its fields are cue_in and cue_out, in seconds. */
export function CueEditor({ trackId, durationMs, ...saved }: CueEditorProps) {
  const peaks = usePeaks(trackId);
  const [cues, setCues] = useState({ in: saved.cueInMs, out: saved.cueOutMs ?? durationMs });
  const move = (which: 'in' | 'out', toMs: number) => {
    if (Number.isFinite(toMs)) setCues((before) => moveCue(before, which, { toMs, durationMs }));
  };
  const paths = waveformPaths(peaks, {
    height: HEIGHT,
    from: cues.in / durationMs,
    to: cues.out / durationMs,
  });
  const mark = (which: 'in' | 'out', label: string) => (
    <input
      type="range"
      min={0}
      max={durationMs}
      step={STEP_MS}
      value={cues[which]}
      aria-label={label}
      aria-valuetext={formatLength(cues[which])}
      onChange={({ currentTarget }) => move(which, Number(currentTarget.value))}
    />
  );
  const seconds = (which: 'in' | 'out', label: string) => {
    const [min, max] = rangeOf(cues, which, durationMs);
    return (
      <Field className="form-2" label={label}>
        <NumberInput
          // What is typed counts when it is complete; a dragged mark shows its seconds here.
          key={cues[which]}
          name={`cue_${which}`}
          min={min / 1000}
          max={max / 1000}
          step={0.001}
          defaultValue={cues[which] / 1000}
          onBlur={({ currentTarget }) => move(which, currentTarget.valueAsNumber * 1000)}
        />
      </Field>
    );
  };
  return (
    <>
      <div className="cue-editor">
        <div className="cue-wave">
          <svg
            viewBox={`0 0 ${Math.max(1, peaks.length)} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className="cue-wave-rest" d={paths.outside} />
            <path className="cue-wave-played" d={paths.inside} />
          </svg>
          {mark('in', t('dashboard.radio.cue_in'))}
          {mark('out', t('dashboard.radio.cue_out'))}
        </div>
        <p className="field-hint">{t('dashboard.radio.only_what_lies_between_is_played')}</p>
      </div>
      {seconds('in', t('dashboard.radio.cue_in_seconds'))}
      {seconds('out', t('dashboard.radio.cue_out_seconds'))}
    </>
  );
}

/** Read when the form opens: a list of tracks does without. */
function usePeaks(trackId: string): number[] {
  const [peaks, setPeaks] = useState<number[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const client = await backend();
      const { data } = await client.from('radio_tracks').select('peaks').eq('id', trackId).maybeSingle();
      if (isCurrent && data) setPeaks(data.peaks);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [trackId]);
  return peaks;
}
