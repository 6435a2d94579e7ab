// The form state of an offering: whether it differs from what is saved, and saving it.

import { useState } from 'react';
import { useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toastError } from '#app/ui/toast/toast-store.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { SavedOffering } from '#contracts/programme.ts';
import { errorDetails, errorReason, saveOffering } from '../programme-api.ts';
import type { Conflict } from './conflict-panel.tsx';
import {
  fieldsOf,
  NEW_FIELDS,
  type OfferingFields,
  readPrice,
  type WholeOffering,
  writePrice,
} from './offering.ts';
import { type FormQuestion, withKey } from './question-fields.tsx';

interface Draft {
  fields: OfferingFields;
  priceText: string;
  questions: FormQuestion[];
}

function draftOf(offering: WholeOffering | null, discipline: Discipline): Draft {
  const fields = offering ? fieldsOf(offering) : { ...NEW_FIELDS, discipline };
  return {
    fields,
    priceText: writePrice(fields.price_cents),
    questions: (offering?.questions ?? []).map(withKey),
  };
}

/** The questions as they are saved: without the form's keys and empty lines. */
function savedQuestions(questions: FormQuestion[]) {
  return questions.map(({ key: _key, ...question }) => ({
    ...question,
    choices: question.kind === 'choice' ? question.choices.map((one) => one.trim()).filter(Boolean) : [],
  }));
}

const sameAs = (one: Draft, other: Draft) =>
  JSON.stringify([one.fields, one.priceText, savedQuestions(one.questions)]) ===
  JSON.stringify([other.fields, other.priceText, savedQuestions(other.questions)]);

/** A form for one offering as first rendered; a later version needs a new React key. */
export function useOfferingForm(offering: WholeOffering | null) {
  const [first] = useDisciplines();
  const [initialDraft] = useState(() => draftOf(offering, first?.slug ?? ''));
  const [draft, setDraft] = useState(initialDraft);
  const [version, setVersion] = useState(offering?.version ?? 0);
  const [formError, setFormError] = useState<{ field: string; message: string } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Clears the error of a field that is edited. */
  const forget = (...names: string[]) =>
    setFormError((before) => (before && names.includes(before.field) ? null : before));

  const change = (patch: Partial<OfferingFields>) => {
    forget(...Object.keys(patch));
    setDraft((before) => ({
      ...before,
      fields: { ...before.fields, ...patch },
      ...(patch.price_cents !== undefined && { priceText: writePrice(patch.price_cents) }),
    }));
  };

  /** Saves the form, with extra fields for actions such as publishing. */
  const save = async (
    more: { published_at?: string | null } = {},
    over = version,
  ): Promise<SavedOffering | undefined> => {
    const price_cents = readPrice(draft.priceText);
    if (price_cents === null) {
      setFormError({ field: 'price_cents', message: t('dashboard.programme.enter_a_price_such_as_24') });
      focusInvalidField();
      return undefined;
    }
    setBusy(true);
    setFormError(null);
    try {
      const answer = await saveOffering(
        { id: offering?.id ?? null, version: over },
        { ...draft.fields, price_cents, ...more },
        savedQuestions(draft.questions),
      );
      setConflict(null);
      return answer;
    } catch (reason) {
      const details = errorDetails<{ field: string } & Conflict>(reason);
      if (errorReason(reason) === 'changed_meanwhile' && details.current) {
        setConflict({ current: details.current, by: details.by ?? null });
        setVersion(details.current.version);
      } else if (details.field) {
        setFormError({ field: details.field, message: describeReason(reason) });
        focusInvalidField();
      } else {
        toastError(t('dashboard.programme.offering_not_saved'), describeReason(reason));
      }
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    isDirty: !sameAs(draft, initialDraft),
    isBusy,
    formError,
    conflict,
    change,
    setPriceText: (priceText: string) => {
      forget('price_cents');
      setDraft((before) => ({ ...before, priceText }));
    },
    setQuestions: (questions: FormQuestion[]) => setDraft((before) => ({ ...before, questions })),
    save,
  };
}

/** Moves focus to the invalid field, so that its error is read. */
function focusInvalidField(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.offering-form [aria-invalid="true"]')?.focus(),
  );
}
