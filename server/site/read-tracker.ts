// Remembers which tables a page's loaders read, so that the page cache can drop it when one of them changes.
import { AsyncLocalStorage } from 'node:async_hooks';

const reads = new AsyncLocalStorage<Set<string>>();

export const readTracker = {
  /** Runs `work` and collects every table that is read on its behalf. */
  run<T>(collected: Set<string>, work: () => T): T {
    return reads.run(collected, work);
  },
  note(relations: string[]): void {
    const collected = reads.getStore();
    if (collected) for (const relation of relations) collected.add(relation);
  },
};
