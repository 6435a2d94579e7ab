import type { Programme } from './programme.ts';

/** Computes the list of each part of a programme once; with `maxParts` lists it begins anew. */
export function cachePerProgramme<Item>(
  maxParts: number,
  compute: (programme: Programme, part: number) => Item[],
): (programme: Programme, part: number) => Item[] {
  const known = new WeakMap<Programme, Map<number, Item[]>>();
  return (programme, part) => {
    let parts = known.get(programme);
    if (!parts) {
      parts = new Map();
      known.set(programme, parts);
    }
    const cached = parts.get(part);
    if (cached) return cached;
    const items = compute(programme, part);
    if (parts.size >= maxParts) parts.clear();
    parts.set(part, items);
    return items;
  };
}
