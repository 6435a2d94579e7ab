// A dialog element that is open as long as it is rendered; afterwards the focus returns to where it was.
import { type RefObject, useEffect, useRef } from 'react';

/** `first` selects what gets the focus; by default the browser takes the first focusable element. */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    if (first) shown?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [first]);
  return dialog;
}
