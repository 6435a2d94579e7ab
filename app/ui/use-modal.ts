// A dialog element that is open as long as it is rendered; afterwards the focus returns to where it was.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from './after-paint.ts';

interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Its content is rendered from then on. */
  isOpen: boolean;
}

/** `first` selects what gets the focus; by default the browser takes the first focusable element. */
export function useModal(first?: string): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    // To render a form and to make the rest of the page inert takes the browser long: the press is painted before it.
    const cancel = afterPaint(() => setOpen(true));
    return () => {
      cancel();
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLayoutEffect(() => {
    if (!isOpen) return;
    dialog.current?.showModal();
    if (first) dialog.current?.querySelector<HTMLElement>(first)?.focus();
  }, [isOpen, first]);
  return { dialog, isOpen };
}
