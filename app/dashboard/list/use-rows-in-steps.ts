import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#app/ui/after-paint.ts';

/** New rows a frame. A browser needs long for a full page of them, and a key pressed meanwhile waits for the frame. */
const STEP = 4;

/**
 * The rows to show in this frame. Rows that were shown stay, wherever they are now; new ones follow from the top, a few a
 * frame.
 */
export function useRowsInSteps<Row>(rows: readonly Row[], rowId: (row: Row) => string): readonly Row[] {
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(() => new Set(rows.map(rowId)));
  const shown = withNextRows(rows, rowId, shownIds);
  useEffect(() => {
    if (shown.length === shownIds.size && shown.every((row) => shownIds.has(rowId(row)))) return;
    return afterPaint(() => startTransition(() => setShownIds(new Set(shown.map(rowId)))));
  });
  return shown;
}

/** Of the rows: those that are shown already, and the next few that are not. */
export function withNextRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  shownIds: ReadonlySet<string>,
): readonly Row[] {
  let added = 0;
  return rows.filter((row) => {
    if (shownIds.has(rowId(row))) return true;
    added += 1;
    return added <= STEP;
  });
}
