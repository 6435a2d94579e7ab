// Which forms of the page hold something that is not kept yet. One list for all of them: the router knows only one
// guard at a time, so a page with two forms could otherwise lose one of them.
let unsaved: ReadonlySet<symbol> = new Set();
const listeners = new Set<() => void>();

export function setUnsaved(form: symbol, isUnsaved: boolean): void {
  if (unsaved.has(form) === isUnsaved) return;
  const next = new Set(unsaved);
  if (isUnsaved) next.add(form);
  else next.delete(form);
  unsaved = next;
  for (const listener of listeners) listener();
}

export const hasUnsaved = (): boolean => unsaved.size > 0;
export const hasUnsavedOnServer = (): boolean => false;

export function forgetUnsaved(): void {
  for (const form of unsaved) setUnsaved(form, false);
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
