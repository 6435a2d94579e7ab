// A modal sheet for one decision: the browser's own dialog, so that focus stays in it and Escape closes it, after a
// confirmation if something was typed.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { confirmLeave } from '../forms/confirm-leave.ts';
import { hasUnsaved } from '../forms/unsaved-store.ts';

export function Sheet({ title, children, onClose }: { title: string; children: ReactNode; onClose(): void }) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // Return focus to the element that opened it.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isAsking = useRef(false);
  const leave = async () => {
    if (isAsking.current) return;
    isAsking.current = hasUnsaved();
    const mayGo = !isAsking.current || (await confirmLeave());
    isAsking.current = false;
    if (mayGo) onClose();
  };
  return (
    <dialog
      ref={dialog}
      data-slot="sheet"
      className="decision"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Handled before the browser, which may close a dialog without a chance to prevent it.
        event.preventDefault();
        void leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        void leave();
      }}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
