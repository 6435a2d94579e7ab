// Adds sessions to an offering, repeating or on single days. Previews every session before anything is saved.

import { type FormEvent, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { addDays } from '#app/language/calendar-day.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input, NumberInput } from '#app/ui/input.tsx';
import { RadioGroup, RadioOption } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import type { PlanAnswer, PlannedDate } from '#contracts/programme.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import type { Catalogue, Room } from '../catalogue/load-catalogue.server.ts';
import { roomSlug } from '../catalogue/room-slug.ts';
import { TeacherSelect } from '../catalogue/teacher-select.tsx';
import { OnlineChoice } from '../online-choice.tsx';
import { type DatePlan, errorDetails, planDates, removeSessions } from '../programme-api.ts';
import { type PlanFields, planOf } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import { RuleFields } from './rule-fields.tsx';

interface PlanFormProps {
  offeringId: string;
  start: PlanFields;
  catalogue: Catalogue;
  zone: string;
  onMade(answer: PlanAnswer): void;
  onClose?: (() => void) | undefined;
}

async function removeAdded(sessionIds: string[]): Promise<void> {
  for (const id of sessionIds) await removeSessions(id, 'this');
}

/** Moves focus to the invalid field: on a phone it is two screens above the button. */
function focusInvalidField(): void {
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>('.plan-form [aria-invalid="true"], .plan-form [data-invalid] input')
      ?.focus(),
  );
}

export function PlanForm({ offeringId, start, catalogue, zone, onMade, onClose }: PlanFormProps) {
  // The initial values: the page behind may compute others meanwhile.
  const [first] = useState(start);
  const [fields, setFields] = useState(first);
  const [preview, setPreview] = useState<PlannedDate[] | null>(null);
  const [leaveOut, setLeaveOut] = useState<string[]>([]);
  const [formError, setFormError] = useState<{ field?: string; message: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const allowLeaving = useUnsavedGuard(JSON.stringify(fields) !== JSON.stringify(first));
  // Created here; the page behind this form has not loaded it yet.
  const [ownRooms, setOwnRooms] = useState<Room[]>([]);
  const rooms = [
    ...catalogue.rooms,
    ...ownRooms.filter(({ id }) => !catalogue.rooms.some((room) => room.id === id)),
  ].filter(({ is_in_use, id }) => is_in_use || id === fields.room);
  const errorOf = (name: string) => (formError?.field === name ? formError.message : undefined);
  // Days are only added at the end, so the index is a stable key.
  const numbered = fields.days.map((day, at) => ({ day, at }));
  const set = (patch: Partial<PlanFields>) => {
    setFields((before) => ({ ...before, ...patch }));
    setFormError(null);
    // The preview no longer matches the form.
    setPreview(null);
    setLeaveOut([]);
  };

  /** The chosen room; a new one is created first and stays available. */
  const roomId = async (): Promise<string> => {
    if (fields.room !== 'new') return fields.room;
    const name = fields.newRoom.trim();
    if (!name)
      throw {
        message: t('dashboard.programme.enter_a_name_for_the_room'),
        details: JSON.stringify({ field: 'room_id' }),
      };
    const client = await backend();
    const data = await dataOf(
      client
        .from('rooms')
        .insert({ name, slug: roomSlug(name) })
        .select('id')
        .single(),
    );
    setFields((before) => ({ ...before, room: data.id }));
    setOwnRooms((before) => [...before, { id: data.id, name, note: '', is_in_use: true, translations: {} }]);
    return data.id;
  };

  const ask = async (more: Partial<DatePlan>, { dryRun }: { dryRun: boolean }, without = leaveOut) => {
    setBusy(true);
    setFormError(null);
    try {
      const plan = { ...planOf(fields, await roomId(), without), ...more };
      const answer = await planDates(offeringId, plan, { dryRun });
      if (dryRun) setPreview(answer.dates);
      else {
        allowLeaving();
        showAddedToast(answer);
        onMade(answer);
      }
    } catch (reason) {
      const details = errorDetails<{ field: string; dates: PlannedDate[] }>(reason);
      if (details.dates) setPreview(details.dates);
      setFormError({ ...(details.field && { field: details.field }), message: describeReason(reason) });
      if (details.field) focusInvalidField();
    } finally {
      setBusy(false);
    }
  };
  /** Undo removes the sessions again; the database rejects it if someone has booked meanwhile. */
  const showAddedToast = ({ made, session_ids }: PlanAnswer) => {
    const [first] = session_ids;
    toast({
      variant: 'success',
      title: t('dashboard.programme.sessions_added', { made }),
      durationMs: 8000,
      ...(first && {
        action: {
          label: t('dashboard.common.undo'),
          onClick: () =>
            void removeAdded(session_ids).then(
              () => onMade({ dates: [], made: 0, session_ids: [] }),
              reportFailure,
            ),
        },
      }),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask({}, { dryRun: true });
  };
  const leaveDaysOut = (days: string[]) => {
    setLeaveOut(days);
    void ask({}, { dryRun: true }, days);
  };

  return (
    <form className="plan-form" onSubmit={submit} aria-label={t('dashboard.programme.add_sessions')}>
      <RadioGroup
        legend={t('dashboard.programme.repeats')}
        name="mode"
        value={fields.mode}
        onValueChange={(mode) => set({ mode: mode as PlanFields['mode'] })}
      >
        <RadioOption value="weekly" label={t('dashboard.programme.every_week')} />
        <RadioOption value="weeks" label={t('dashboard.programme.every_few_weeks')} />
        <RadioOption value="monthly" label={t('dashboard.programme.every_month')} />
        <RadioOption value="single" label={t('dashboard.programme.on_chosen_days')} />
      </RadioGroup>
      {fields.mode !== 'single' ? (
        <RuleFields fields={fields} terms={catalogue.terms} set={set} errorOf={errorOf} />
      ) : (
        <div className="form-grid">
          {numbered.map(({ day, at }) => (
            <Field
              key={at}
              label={t('dashboard.programme.day_number', { count: fields.days.length, number: at + 1 })}
              required
              error={at === 0 ? errorOf('dates') : undefined}
            >
              <DateInput
                value={day}
                onChange={(event) =>
                  set({ days: fields.days.map((one, other) => (other === at ? event.target.value : one)) })
                }
              />
            </Field>
          ))}
          <div className="form-wide">
            <LinkButton
              onClick={() =>
                set({ days: [...fields.days, addDays(fields.days.at(-1) || start.startsOn, 1)] })
              }
            >
              {t('dashboard.programme.add_another_day')}
            </LinkButton>
          </div>
        </div>
      )}
      <div className="form-grid">
        <Field label={t('dashboard.programme.starts_at')} required error={errorOf('local_time')}>
          <TimeInput value={fields.localTime} onChange={(event) => set({ localTime: event.target.value })} />
        </Field>
        <Field label={t('dashboard.programme.length_in_minutes')} required error={errorOf('duration_min')}>
          <NumberInput
            min={5}
            max={1440}
            step={5}
            value={fields.durationMin}
            onChange={(event) => set({ durationMin: event.target.value })}
          />
        </Field>
        <Field label={t('dashboard.programme.room')} required error={errorOf('room_id')}>
          <Select
            value={fields.room}
            onChange={(event) => set({ room: event.target.value })}
            options={[
              ...rooms.map(({ id, name }) => [id, name] as const),
              ['new', t('dashboard.programme.new_room')],
            ]}
          />
        </Field>
        {fields.room === 'new' && (
          <Field label={t('dashboard.programme.name_of_the_room')} required>
            <Input
              value={fields.newRoom}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => set({ newRoom: event.target.value })}
            />
          </Field>
        )}
        <Field label={t('dashboard.common.places_2')} required error={errorOf('capacity')}>
          <NumberInput
            min={1}
            max={10_000}
            value={fields.capacity}
            onChange={(event) => set({ capacity: event.target.value })}
          />
        </Field>
        <Field label={t('dashboard.programme.teacher')} error={errorOf('teacher_id')}>
          <TeacherSelect
            catalogue={catalogue}
            value={fields.teacher}
            onChange={(teacher) => set({ teacher })}
          />
        </Field>
      </div>
      <OnlineChoice
        label={t('dashboard.programme.these_dates_are_online')}
        isOnline={fields.isOnline}
        onChange={(isOnline) => set({ isOnline })}
      />
      <Checkbox
        label={t('dashboard.programme.include_closed_days')}
        hint={t('dashboard.programme.otherwise_they_are_skipped')}
        checked={fields.onClosedDays}
        onChange={(event) => set({ onClosedDays: event.target.checked })}
      />
      {formError && !formError.field && (
        <p className="form-message" role="alert">
          {formError.message}
        </p>
      )}
      {preview ? (
        <PlanPreview
          dates={preview}
          leaveOut={leaveOut}
          zone={zone}
          isBusy={isBusy}
          holidays={catalogue.holidays}
          onLeaveOut={leaveDaysOut}
          onMake={(more) => void ask(more, { dryRun: false })}
        />
      ) : (
        <div className="track-form-end">
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('dashboard.programme.preview_sessions')}
          </Button>
          {onClose && (
            <Button variant="tertiary" onClick={onClose}>
              {t('dashboard.common.cancel')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
