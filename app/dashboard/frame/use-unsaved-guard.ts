import { useCallback, useEffect, useState } from 'react';
import { setUnsaved } from './unsaved-store.ts';

/**
 * While `isDirty`, leaving the room or closing the tab asks first. Call the answer right after keeping, before
 * navigating in the same breath: the page has not rendered "clean" by then.
 */
export function useUnsavedGuard(isDirty: boolean): () => void {
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    setUnsaved(form, isDirty);
    return () => setUnsaved(form, false);
  }, [form, isDirty]);
  return useCallback(() => setUnsaved(form, false), [form]);
}

/** The same for a form that keeps its own values: typing makes it dirty, keeping makes it clean. */
export function useFormGuard() {
  const [isDirty, setDirty] = useState(false);
  useUnsavedGuard(isDirty);
  return {
    onInput: () => setDirty(true),
    markKept: () => setDirty(false),
  };
}
