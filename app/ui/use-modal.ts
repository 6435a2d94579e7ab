// A dialog element that is open as long as it is rendered; afterwards the focus returns to where it was.
import { type RefObject, useEffect, useRef } from 'react';
import { afterPaint } from './after-paint.ts';

/** `first` selects what gets the focus; by default the browser takes the first focusable element. */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    // The rest of the page becomes inert, which takes the browser long on a full page: the press is painted before it.
    const cancel = afterPaint(() => {
      shown?.showModal();
      if (first) shown?.querySelector<HTMLElement>(first)?.focus();
    });
    return () => {
      cancel();
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [first]);
  return dialog;
}
