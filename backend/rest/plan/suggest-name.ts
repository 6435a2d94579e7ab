// Finds the name that somebody probably meant, for the hints of errors. Pure.

/** The number of single-character edits between two names, or undefined when it exceeds `limit`. */
function editDistance(left: string, right: string, limit: number): number | undefined {
  if (Math.abs(left.length - right.length) > limit) return undefined;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  const distance = previous[right.length] ?? 0;
  return distance <= limit ? distance : undefined;
}

/** PostgreSQL's own rule for columns: at most three edits, and not more than half of the name. */
export function nearestColumn(wanted: string, names: Iterable<string>): string | null {
  let best: { name: string; distance: number } | undefined;
  let isTied = false;
  for (const name of names) {
    const distance = editDistance(name, wanted, 3);
    if (distance === undefined || distance > Math.floor(wanted.length / 2)) continue;
    if (best && distance === best.distance) isTied = true;
    if (!best || distance < best.distance) {
      best = { name, distance };
      isTied = false;
    }
  }
  return best && !isTied ? best.name : null;
}

/** The most similar name by shared groups of three letters, when at least a third of them are shared. */
export function mostSimilar(wanted: string, names: Iterable<string>): string | null {
  const wantedGroups = letterGroups(wanted);
  let best: { name: string; score: number } | undefined;
  for (const name of names) {
    const groups = letterGroups(name);
    let shared = 0;
    for (const group of groups) if (wantedGroups.has(group)) shared += 1;
    const score = (2 * shared) / (groups.size + wantedGroups.size);
    if (score >= 0.33 && (!best || score > best.score)) best = { name, score };
  }
  return best?.name ?? null;
}

function letterGroups(name: string): Set<string> {
  const padded = `-${name.toLowerCase()}-`;
  const groups = new Set<string>();
  for (let size = 2; size <= 3; size += 1) {
    for (let at = 0; at + size <= padded.length; at += 1) groups.add(padded.slice(at, at + size));
  }
  return groups;
}
