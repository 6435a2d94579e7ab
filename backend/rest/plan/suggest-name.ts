// Finds the name that was probably meant, for the hints of errors. Pure.

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

// A hint is not worth the time of comparing a name that no database could hold.
const maxNameLength = 64;

/** PostgreSQL's own rule for columns: at most three edits, and not more than half of the name. */
export function nearestColumn(wanted: string, names: Iterable<string>): string | null {
  if (wanted.length > maxNameLength) return null;
  const limit = Math.min(3, Math.floor(wanted.length / 2));
  let best: { name: string; distance: number } | undefined;
  let isTied = false;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const distance = editDistance(name, wanted);
    if (distance > limit) continue;
    if (best && distance === best.distance) isTied = true;
    if (!best || distance < best.distance) {
      best = { name, distance };
      isTied = false;
    }
  }
  return best && !isTied ? best.name : null;
}

/**
 * The name nearest by edits, as a share of the longer one; none when it scores below `minScore` or has no three
 * letters in common.
 */
export function mostSimilar(wanted: string, names: Iterable<string>, minScore = 0.33): string | null {
  if (wanted.length > 10 * maxNameLength) return null;
  const groups = letterGroups(wanted);
  let best: { name: string; score: number } | undefined;
  for (const name of names) {
    if (!letterGroups(name).some((group) => groups.includes(group))) continue;
    const distance = editDistance(name.toLowerCase(), wanted.toLowerCase());
    const score = 1 - distance / Math.max(name.length, wanted.length);
    if (score >= minScore && (!best || score > best.score)) best = { name, score };
  }
  return best?.name ?? null;
}

/** Every three letters in a row; the ends of the name count as letters. */
function letterGroups(name: string): string[] {
  const padded = `-${name.toLowerCase()}-`;
  return Array.from({ length: Math.max(padded.length - 2, 1) }, (_, at) => padded.slice(at, at + 3));
}
