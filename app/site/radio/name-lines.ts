const MAX_LINE_LENGTH = 11;

/** A short name stays on one line; a longer one breaks where the two lines have similar lengths. */
export function nameLines(name: string): string[] {
  const words = name.trim().toLowerCase().split(/\s+/);
  if (words.join(' ').length <= MAX_LINE_LENGTH || words.length === 1) return [words.join(' ')];
  let best = [words.join(' ')];
  let bestLength = Number.POSITIVE_INFINITY;
  for (let cut = 1; cut < words.length; cut++) {
    const lines = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
    const longest = Math.max(...lines.map((line) => line.length));
    if (longest < bestLength) {
      best = lines;
      bestLength = longest;
    }
  }
  return best;
}
