// How far apart an artist, a title and an album stay.

import { t } from '#app/language/messages.ts';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import type { SeparationRow } from '#contracts/radio-clock.ts';
import { changeRule } from './clock-draft.ts';

interface SeparationFieldsProps {
  separation: SeparationRow;
  onChange(separation: SeparationRow): void;
}

const RULES = ['artist', 'title', 'album'] as const;

export function SeparationFields({ separation, onChange }: SeparationFieldsProps) {
  const field = (name: keyof SeparationRow, label: string, max: number) => (
    <Field label={label}>
      <NumberInput
        min={0}
        max={max}
        value={separation[name]}
        onChange={({ currentTarget }) => onChange(changeRule(separation, name, currentTarget.valueAsNumber))}
      />
    </Field>
  );
  return (
    <div className="clock-rules">
      {RULES.map((rule) => (
        <FieldSet key={rule} legend={t(`dashboard.hour_clock.same_${rule}`)}>
          <div className="clock-rule">
            {field(`${rule}_minutes`, t('dashboard.hour_clock.minutes_apart'), 720)}
            {field(`${rule}_tracks`, t('dashboard.hour_clock.tracks_apart'), 100)}
          </div>
        </FieldSet>
      ))}
    </div>
  );
}
