/** Columns of twelve for pairs of pictures: seven for the wider of two, five for the other. */
export function wallSpans(ratios: number[]): (5 | 7)[] {
  const spans: (5 | 7)[] = [];
  for (let index = 0; index < ratios.length; index += 2) {
    const [first, second] = [ratios[index] ?? 1, ratios[index + 1]];
    if (second === undefined) {
      spans.push(first >= 1 ? 7 : 5);
      continue;
    }
    // Two alike: the wide place alternates between pairs.
    const isFirstWide = first === second ? (index / 2) % 2 === 0 : first > second;
    spans.push(isFirstWide ? 7 : 5, isFirstWide ? 5 : 7);
  }
  return spans;
}
