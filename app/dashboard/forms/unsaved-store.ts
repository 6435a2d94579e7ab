// Which forms of the page hold something that is not kept yet, and what is asked before it is left. One list for all of
// them: the router knows only one guard at a time, so a page with two could otherwise lose one of them.
export interface LeaveQuestion {
  title: string;
  content: string;
  confirmText: string;
  cancelText: string;
}

export const FORM_QUESTION: LeaveQuestion = {
  title: 'Leave without keeping?',
  content: 'What you changed here is not kept yet.',
  confirmText: 'Leave it',
  cancelText: 'Stay here',
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

/** What to ask: a question of its own, such as that of somebody on air, outweighs that of a form. */
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
