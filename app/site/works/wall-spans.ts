export type WallSpan = 4 | 5 | 7 | 8 | 12;

/** Wider than this, a picture has a row to itself. */
const PANORAMA = 2.6;

/**
 * Columns of twelve for the pictures of a wall, row by row: a panorama alone, three upright ones side by side, else two, the
 * wider place for the wider one.
 */
export function wallSpans(ratios: number[]): WallSpan[] {
  const spans: WallSpan[] = [];
  let pairs = 0;
  while (spans.length < ratios.length) {
    const [first = 1, second, third] = ratios.slice(spans.length);
    const isTrio = [first, second, third].every((ratio) => ratio !== undefined && ratio < 0.95);
    if (first >= PANORAMA) spans.push(12);
    else if (isTrio && pairs > 0) spans.push(4, 4, 4);
    else if (second === undefined || second >= PANORAMA) spans.push(first >= 1 ? 7 : 5);
    else {
      spans.push(...pairSpans(first, second, pairs % 2 === 0));
      pairs += 1;
    }
  }
  return spans;
}

/** Two alike: the wide place alternates between pairs. */
function pairSpans(first: number, second: number, isFirstPreferred: boolean): [WallSpan, WallSpan] {
  const isFirstWide = first === second ? isFirstPreferred : first > second;
  const difference = isFirstWide ? first / second : second / first;
  const [wide, narrow]: [WallSpan, WallSpan] = difference > 2 ? [8, 4] : [7, 5];
  return isFirstWide ? [wide, narrow] : [narrow, wide];
}
