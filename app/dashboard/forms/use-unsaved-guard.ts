import { useCallback, useEffect, useRef, useState } from 'react';
import { afterPaint } from '#app/ui/after-paint.ts';
import { type LeaveQuestion, setUnsaved } from './unsaved-store.ts';

/**
 * While `isDirty`, leaving the page or closing the tab asks first. Call the returned function right after saving when
 * you navigate at once: the page has not rendered as clean by then. A custom question must be a constant function.
 */
export function useUnsavedGuard(isDirty: boolean, question?: () => LeaveQuestion): () => void {
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    setUnsaved(form, isDirty, question);
    return () => setUnsaved(form, false);
  }, [form, isDirty, question]);
  return useCallback(() => setUnsaved(form, false), [form]);
}

/** The same for an uncontrolled form: typing makes it dirty, saving makes it clean. */
export function useFormGuard() {
  const [isDirty, setDirty] = useState(false);
  useUnsavedGuard(isDirty);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  return {
    isDirty,
    // The letter is painted first: a long form takes a while to render. Until then the typed field itself is the guard.
    onInput: () => {
      cancel.current?.();
      cancel.current = afterPaint(() => setDirty(true));
    },
    markSaved: () => {
      cancel.current?.();
      setDirty(false);
    },
  };
}
