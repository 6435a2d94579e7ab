// Makes room in a cache whose keys callers choose. What was asked for again gets a second chance, so that a flood of new
// keys pushes out itself and not what everyone reads.

export interface Cached {
  /** It was found since it was saved or since its last chance. */
  isUsed?: boolean;
}

/** Drops the oldest entry without a second chance, of all or of those that may be dropped. */
export function dropOldest<Key, Value extends Cached>(
  entries: Map<Key, Value>,
  mayDrop: (value: Value) => boolean = () => true,
): void {
  for (const [key, value] of entries) {
    if (!mayDrop(value)) continue;
    entries.delete(key);
    if (!value.isUsed) return;
    value.isUsed = false;
    entries.set(key, value);
  }
}
