// Adds a session from an empty hour: choose the offering, then fill in the usual form with day and time set.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';
import { afterPaint } from '#app/ui/after-paint.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Catalogue } from '../catalogue/load-catalogue.server.ts';
import type { Kind } from '../offerings/offering.ts';
import { newPlan } from '../planning/plan.ts';
import { PlanForm } from '../planning/plan-form.tsx';
import { Sheet } from '../sheet.tsx';

export interface EmptyHour {
  day: string;
  time: string;
  /** The length, when it was drawn with the mouse. */
  minutes?: number;
  room?: string;
  teacher?: string;
}

interface Choice {
  id: string;
  title: string;
  kind: Kind;
  teacher_id: string | null;
  usual_capacity: number;
}

interface NewSessionSheetProps {
  at: EmptyHour;
  today: string;
  catalogue: Catalogue;
  zone: string;
  onDone(): void;
  onClose(): void;
}

export function NewSessionSheet({ at, today, catalogue, zone, onDone, onClose }: NewSessionSheetProps) {
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [chosenId, setChosenId] = useState('');
  const [formError, setFormError] = useState('');
  useEffect(() => {
    const load = async () => {
      const client = await backend();
      const { data, error } = await client
        .from('offerings')
        .select('id,title,kind,teacher_id,usual_capacity')
        .is('archived_at', null)
        .order('title')
        .order('id')
        .limit(1000);
      if (error) throw error;
      setChoices(data);
      setChosenId(data[0]?.id ?? '');
    };
    // The press is painted first.
    return afterPaint(() => void load().catch((reason) => setFormError(describeReason(reason))));
  }, []);
  const chosen = choices?.find(({ id }) => id === chosenId);
  return (
    <Sheet title={t('dashboard.programme.add_session')} onClose={onClose}>
      {formError && (
        <p className="field-error" role="alert">
          {formError}
        </p>
      )}
      {choices?.length === 0 && (
        <EmptyState
          title={t('dashboard.programme.no_offerings_yet')}
          action={<Link to="/dashboard/offerings/new">{t('dashboard.programme.add_a_class_or_event')}</Link>}
        />
      )}
      {choices && choices.length > 0 && (
        <Field label={t('dashboard.programme.offering')}>
          <Select
            value={chosenId}
            onChange={(event) => setChosenId(event.target.value)}
            options={choices.map(({ id, title, kind }) => [
              id,
              t('dashboard.programme.offering_choice', { title, kind }),
            ])}
          />
        </Field>
      )}
      {chosen && (
        <PlanForm
          key={chosen.id}
          offeringId={chosen.id}
          start={newPlan(today, {
            rooms: catalogue.rooms.filter(({ is_in_use }) => is_in_use),
            teacher: chosen.teacher_id,
            capacity: chosen.usual_capacity,
            on: at,
          })}
          catalogue={catalogue}
          zone={zone}
          onMade={onDone}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}
