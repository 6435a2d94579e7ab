// A small value of the database that every request needs, known without a query per request: it is read at the start and
// again when its table changes.
import type { Logger } from '../logger.ts';
import type { TableCache } from './follow-content.ts';

export interface FollowedValue<Value> extends TableCache {
  /** Waits only while a change is being read. */
  current(): Promise<Value>;
  /** The same as far as known. */
  readonly known: Value;
  /** Pages made with the value before the change are then wrong. */
  onChange(listener: () => void): void;
}

interface FollowedOptions {
  relation: string;
  log: Logger;
  /** For the log: "the studio’s languages". */
  what: string;
}

const REREAD_MS = 5000;

/** `read` returns undefined where the database has nothing to say: the value known before then stays. */
export function followValue<Value extends readonly string[]>(
  first: Value,
  read: () => Promise<Value | undefined>,
  { relation, log, what }: FollowedOptions,
): FollowedValue<Value> {
  let known = first;
  let changed = () => {};
  let reading: Promise<void> | undefined;
  let isFollowed = false;
  let validUntil = 0;
  let version = 0;

  async function readAgain(): Promise<void> {
    const asked = ++version;
    try {
      const value = await read();
      // A change came while this was read.
      if (asked !== version) return;
      // Without notifications of changes it is asked again from time to time.
      validUntil = isFollowed ? Number.POSITIVE_INFINITY : performance.now() + REREAD_MS;
      if (!value || value.join() === known.join()) return;
      known = value;
      changed();
    } catch (error) {
      log.warn({ err: error }, `${what} could not be read; those known before apply`);
      validUntil = performance.now() + REREAD_MS;
    } finally {
      if (asked === version) reading = undefined;
    }
  }

  const startReading = () => {
    reading = readAgain();
  };

  return {
    async current() {
      if (!reading && performance.now() >= validUntil) startReading();
      while (reading) await reading;
      return known;
    },
    get known() {
      return known;
    },
    onChange(listener) {
      changed = listener;
    },
    drop(changedRelation) {
      if (changedRelation === relation) startReading();
    },
    suspend() {
      isFollowed = false;
      startReading();
    },
    resume() {
      isFollowed = true;
      startReading();
    },
  };
}
