import { useCallback, useState } from 'react';
import { usePainted } from '#app/ui/use-painted.ts';

export interface Selection {
  ids: readonly string[];
  /** Of all rows on the page, those of the next frames included. */
  allIds: readonly string[];
  has(id: string): boolean;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
  /** Whether the row was selected when the last frame was painted. */
  wasPainted(id: string): boolean;
}

/** The selected rows of a page of a list. Rows that are no longer on the page are not selected. */
export function useSelection(allIds: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const painted = usePainted(selected);
  const ids = allIds.filter((id) => selected.has(id));
  // The same function every time: rows that did not change are not rendered again.
  const toggle = useCallback(
    (id: string) =>
      setSelected((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return {
    ids,
    allIds,
    has: (id) => selected.has(id),
    toggle,
    set: (next) => setSelected(new Set(next)),
    wasPainted: (id) => painted.has(id),
  };
}
