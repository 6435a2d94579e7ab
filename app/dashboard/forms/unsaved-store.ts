// Which forms of the page have unsaved changes, and what to ask before leaving. One list for all forms, because the
// router allows only one blocker at a time.
export interface LeaveQuestion {
  title: string;
  content: string;
  confirmText: string;
  cancelText: string;
}

export const FORM_QUESTION: LeaveQuestion = {
  title: 'Leave without saving?',
  content: 'Your changes have not been saved.',
  confirmText: 'Discard changes',
  cancelText: 'Stay on page',
};

let unsaved: ReadonlyMap<symbol, LeaveQuestion> = new Map();
const listeners = new Set<() => void>();

export function setUnsaved(form: symbol, isUnsaved: boolean, question = FORM_QUESTION): void {
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
  return [...unsaved.values()].find((question) => question !== FORM_QUESTION) ?? FORM_QUESTION;
}

export function forgetUnsaved(): void {
  for (const form of unsaved.keys()) setUnsaved(form, false);
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
