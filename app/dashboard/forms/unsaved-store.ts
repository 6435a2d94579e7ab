// Which forms of the page have unsaved changes, and what to ask before leaving. One list for all forms, because the
// router allows only one blocker at a time.
import { t } from '#app/language/messages.ts';

export interface LeaveQuestion {
  title: string;
  content: string;
  confirmText: string;
  cancelText: string;
}

export const formQuestion = (): LeaveQuestion => ({
  title: t('dashboard.forms.leave_without_saving'),
  content: t('dashboard.forms.your_changes_have_not_been_saved'),
  confirmText: t('dashboard.forms.discard_changes'),
  cancelText: t('dashboard.forms.stay_on_page'),
});

let unsaved: ReadonlyMap<symbol, () => LeaveQuestion> = new Map();
const listeners = new Set<() => void>();

export function setUnsaved(form: symbol, isUnsaved: boolean, question = formQuestion): void {
  if (unsaved.has(form) === isUnsaved) return;
  const next = new Map(unsaved);
  if (isUnsaved) next.set(form, question);
  else next.delete(form);
  unsaved = next;
  for (const listener of listeners) listener();
}

export const hasUnsaved = (): boolean => unsaved.size > 0;
export const hasUnsavedOnServer = (): boolean => false;

/** A custom question, such as that of a live show, comes before the question of a form. */
export function leaveQuestion(): LeaveQuestion {
  const question = [...unsaved.values()].find((one) => one !== formQuestion) ?? formQuestion;
  return question();
}

export function forgetUnsaved(): void {
  for (const form of unsaved.keys()) setUnsaved(form, false);
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
