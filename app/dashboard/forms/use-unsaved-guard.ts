import { useCallback, useEffect, useState } from 'react';
import { type LeaveQuestion, setUnsaved } from './unsaved-store.ts';

/**
 * While `isDirty`, leaving the room or closing the tab asks first. Call the answer right after keeping, before
 * navigating in the same breath: the page has not rendered "clean" by then. A question of its own is a constant.
 */
export function useUnsavedGuard(isDirty: boolean, question?: LeaveQuestion): () => void {
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    setUnsaved(form, isDirty, question);
    return () => setUnsaved(form, false);
  }, [form, isDirty, question]);
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
