// Caches reads of the database until a table they used changes, and for a short time at most, because policies may depend on
// the time. The caller decides what may be cached for whom.
import { type Cached, dropOldest } from './drop-oldest.ts';
import type { TableCache } from './follow-content.ts';
import { readTracker } from './read-tracker.ts';

export interface RevalidatedCache<Value> extends TableCache {
  /** The cached value of this name, or the result of `ask`; the tables it came from are recorded either way. */
  find(name: string, ask: () => Promise<Value>): Promise<Value>;
}

interface Answer<Value> {
  value: Value;
  reads: ReadonlySet<string>;
}

interface Entry<Value> extends Cached {
  asked: Promise<Answer<Value>>;
  /** Known once the answer is there. */
  reads?: ReadonlySet<string>;
  untilMs: number;
}

const MAX_AGE_MS = 5000;

export function createRevalidatedCache<Value>(options: {
  isCacheable?: (value: Value) => boolean;
  maxValues?: number;
  now?: () => number;
}): RevalidatedCache<Value> {
  const { isCacheable = () => true, maxValues = 300, now = Date.now } = options;
  const entries = new Map<string, Entry<Value>>();
  let isSuspended = true;

  async function answer(ask: () => Promise<Value>): Promise<Answer<Value>> {
    const reads = new Set<string>();
    return { value: await readTracker.run(reads, ask), reads };
  }

  function loadAndCache(name: string, ask: () => Promise<Value>): Promise<Answer<Value>> {
    const entry: Entry<Value> = { asked: answer(ask), untilMs: now() + MAX_AGE_MS };
    const forget = () => {
      if (entries.get(name) === entry) entries.delete(name);
    };
    entry.asked.then(({ value, reads }) => {
      entry.reads = reads;
      // "*": a database function was called, and what it read is unknown.
      if (reads.has('*') || !isCacheable(value)) forget();
    }, forget);
    if (entries.size >= maxValues) dropOldest(entries);
    entries.set(name, entry);
    return entry.asked;
  }

  return {
    async find(name, ask) {
      if (isSuspended) return ask();
      const cached = entries.get(name);
      if (cached) cached.isUsed = true;
      const { value, reads } = await (cached && cached.untilMs > now()
        ? cached.asked
        : loadAndCache(name, ask));
      readTracker.note([...reads]);
      return value;
    },
    drop(relation) {
      // Reads that are still running may have started before the change.
      for (const [name, { reads }] of entries) if (!reads || reads.has(relation)) entries.delete(name);
    },
    suspend() {
      isSuspended = true;
      entries.clear();
    },
    resume() {
      isSuspended = false;
    },
  };
}
