// Which row of a list a key leads to. Pure.

const PAGE = 10;

/** The row to focus next; null when the key does not move. */
export function nextRow(key: string, index: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  if (to === undefined || count === 0) return null;
  return Math.max(0, Math.min(count - 1, to));
}
