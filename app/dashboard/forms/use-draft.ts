import { useState } from 'react';

/**
 * The editable copy of what is saved. When the page loads a newer version, that version replaces the draft, unless the
 * draft was changed since it was sent: what is typed while saving is kept. `saved` must be the same object until then.
 */
export function useDraft<T extends object>(saved: T) {
  const [draft, setDraft] = useState(saved);
  const [base, setBase] = useState(saved);
  const [sent, setSent] = useState<T | null>(null);
  if (base !== saved) {
    setBase(saved);
    if (draft === base || draft === sent) setDraft(saved);
  }
  return {
    draft,
    setDraft,
    isDirty: draft !== saved && draft !== sent,
    markSent: () => setSent(draft),
  };
}
