// The list of toasts, callable from anywhere, without a framework. One toast at a time: a new one replaces the old. The
// region shows and times them.

const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
/** A dismissed toast stays in the list, closed, so that a late update by its id still finds it. */
export const TOAST_REMOVAL_DELAY_MS = 1_000_000;

type ToastVariant = 'default' | 'success' | 'destructive';

export type ToastOptions = {
  title?: string;
  description?: string;
  variant?: ToastVariant;
  /** How long it stays open. Infinity: until it is dismissed. */
  durationMs?: number;
  action?: { label: string; onClick: () => void };
};

export type ToastItem = ToastOptions & {
  readonly id: string;
  readonly isOpen: boolean;
  /** Counts updates, so that the region announces the new text and gives it its full time. */
  readonly revision: number;
};

export type ToastHandle = {
  readonly id: string;
  update: (patch: ToastOptions) => void;
  dismiss: () => void;
};

const empty: readonly ToastItem[] = [];
let items: readonly ToastItem[] = empty;
let lastNumber = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and returns functions to change or dismiss it. */
export function toast(options: ToastOptions): ToastHandle {
  lastNumber += 1;
  const id = `toast-${lastNumber}`;
  const item: ToastItem = { ...options, id, isOpen: true, revision: 0 };
  const shown = [item, ...items].slice(0, TOAST_LIMIT);
  for (const dropped of items) if (!shown.includes(dropped)) forgetRemoval(dropped.id);
  publish(shown);
  return {
    id,
    update: (patch) => updateToast(id, patch),
    dismiss: () => dismissToast(id),
  };
}

/** Says that something worked. */
export function toastSuccess(title: string, description?: string): ToastHandle {
  return toast({ variant: 'success', title, description });
}

/** Says that something failed. */
export function toastError(title: string, description?: string): ToastHandle {
  return toast({ variant: 'destructive', title, description });
}

/** Changes the text of a toast that is still in the list; a replaced toast stays gone. */
export function updateToast(id: string, patch: ToastOptions): void {
  if (!items.some((item) => item.id === id)) return;
  publish(
    items.map((item) =>
      item.id === id ? { ...item, ...patch, id, isOpen: item.isOpen, revision: item.revision + 1 } : item,
    ),
  );
}

/** Closes one toast, or every toast when no id is given. */
export function dismissToast(id?: string): void {
  const closing = items.filter((item) => item.isOpen && (id === undefined || item.id === id));
  if (closing.length === 0) return;
  for (const item of closing) {
    removals.set(
      item.id,
      setTimeout(() => removeToast(item.id), TOAST_REMOVAL_DELAY_MS),
    );
  }
  publish(items.map((item) => (closing.includes(item) ? { ...item, isOpen: false } : item)));
}

function removeToast(id: string) {
  forgetRemoval(id);
  publish(items.filter((item) => item.id !== id));
}

function forgetRemoval(id: string) {
  clearTimeout(removals.get(id));
  removals.delete(id);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getToasts(): readonly ToastItem[] {
  return items;
}

/** Rendering on the server never shows a toast. */
export function getServerToasts(): readonly ToastItem[] {
  return empty;
}
