// The fields of one item of the hour clock.

import { t } from '#app/language/messages.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field, FieldSet } from '#app/ui/field.tsx';
import { NumberInput } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { ClockItemRow } from '#contracts/radio-clock.ts';
import { TrackFinder } from '../track-finder.tsx';
import { WeekdayChoice } from '../weekday-choice.tsx';
import { withKind } from './clock-draft.ts';
import { clockKinds, kindLabel } from './clock-labels.ts';

interface ClockItemFormProps {
  item: ClockItemRow;
  playlists: { id: string; name: string }[];
  titleOf(trackId: string): string;
  onChange(item: ClockItemRow, track?: { id: string; title: string }): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function ClockItemForm({ item, playlists, titleOf, onChange }: ClockItemFormProps) {
  const set = (patch: Partial<ClockItemRow>) => onChange({ ...item, ...patch });
  const minute = Math.floor(item.second / 60);
  const number = (value: string, max: number) => Math.min(max, Math.max(0, Math.floor(Number(value)) || 0));
  const source = item.track_id ? 'track' : (item.playlist_id ?? '');
  const hasTrack = item.kind !== 'news' && item.kind !== 'stop_set';
  return (
    <div className="clock-form">
      <Field label={t('dashboard.hour_clock.type')}>
        <Select
          value={item.kind}
          onChange={({ currentTarget }) =>
            onChange(withKind(item, currentTarget.value as ClockItemRow['kind']))
          }
          options={clockKinds.map((kind) => [kind, kindLabel(kind)])}
        />
      </Field>
      <Field label={t('dashboard.hour_clock.minute')}>
        <NumberInput
          min={0}
          max={59}
          value={minute}
          onChange={({ currentTarget }) =>
            set({ second: number(currentTarget.value, 59) * 60 + (item.second % 60) })
          }
        />
      </Field>
      <Field label={t('dashboard.hour_clock.second')}>
        <NumberInput
          min={0}
          max={59}
          value={item.second % 60}
          onChange={({ currentTarget }) => set({ second: minute * 60 + number(currentTarget.value, 59) })}
        />
      </Field>
      <Field
        label={t('dashboard.hour_clock.start')}
        hint={
          item.mode === 'hard' ? t('dashboard.hour_clock.hard_hint') : t('dashboard.hour_clock.soft_hint')
        }
      >
        <Select
          value={item.mode}
          onChange={({ currentTarget }) => set({ mode: currentTarget.value as ClockItemRow['mode'] })}
          options={[
            ['soft', t('dashboard.hour_clock.soft')],
            ['hard', t('dashboard.hour_clock.hard')],
          ]}
        />
      </Field>
      <Field
        label={t('dashboard.hour_clock.plays')}
        hint={item.kind === 'news' ? t('dashboard.hour_clock.news_hint') : undefined}
      >
        <Select
          value={source}
          onChange={({ currentTarget: { value } }) =>
            set({
              playlist_id: value && value !== 'track' ? value : null,
              track_id: value === 'track' ? item.track_id : null,
            })
          }
          none={t('dashboard.hour_clock.jingles_in_use')}
          options={playlists.map(({ id, name }) => [id, name])}
        >
          {item.track_id && <option value="track">{titleOf(item.track_id)}</option>}
        </Select>
      </Field>
      {item.kind === 'stop_set' && (
        <Field label={t('dashboard.hour_clock.tracks_in_a_row')}>
          <NumberInput
            min={2}
            max={10}
            value={item.count}
            onChange={({ currentTarget }) => set({ count: Math.max(2, number(currentTarget.value, 10)) })}
          />
        </Field>
      )}
      <Field
        label={t('dashboard.hour_clock.latest_minutes')}
        hint={t('dashboard.hour_clock.latest_minutes_hint')}
      >
        <NumberInput
          min={1}
          max={59}
          value={item.max_late_min}
          onChange={({ currentTarget }) =>
            set({ max_late_min: Math.max(1, number(currentTarget.value, 59)) })
          }
        />
      </Field>
      <WeekdayChoice
        className="clock-form-wide"
        weekdays={item.weekdays}
        onChange={(weekdays) => set({ weekdays })}
      />
      <FieldSet
        legend={t('dashboard.hour_clock.hours_of_the_day')}
        className="weekday-choice clock-form-wide"
      >
        {HOURS.map((hour) => (
          <Checkbox
            key={hour}
            label={hour}
            checked={item.hours?.includes(hour) ?? true}
            onChange={({ currentTarget: { checked } }) => {
              const hours = HOURS.filter((one) =>
                one === hour ? checked : (item.hours?.includes(one) ?? true),
              );
              set({ hours: hours.length === 0 || hours.length === 24 ? null : hours });
            }}
          />
        ))}
      </FieldSet>
      {hasTrack && (
        <details className="clock-form-wide clock-track">
          <summary>{t('dashboard.hour_clock.choose_a_track')}</summary>
          <TrackFinder
            action={t('dashboard.hour_clock.choose')}
            isChosen={(id) => id === item.track_id}
            onChoose={({ id, title }) =>
              onChange({ ...item, track_id: id, playlist_id: null }, { id, title })
            }
          />
        </details>
      )}
    </div>
  );
}
