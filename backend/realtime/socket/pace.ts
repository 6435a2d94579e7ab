// Counts actions within a second.
export interface Pace {
  /** Within the limit, or how many times over it this second is. */
  take(): number;
  isWithin(): boolean;
}

export function createPace(perSecond: number, windowMs = 1_000): Pace {
  let since = 0;
  let count = 0;
  return {
    take() {
      const now = Date.now();
      if (now - since >= windowMs) {
        since = now;
        count = 0;
      }
      count += 1;
      return count / perSecond;
    },
    isWithin() {
      return this.take() <= 1;
    },
  };
}

export interface ByteMeter {
  /** Within the limit (up to 1), or how many times over it the sender is. */
  take(bytes: number): number;
}

// So many seconds' worth may come at once.
const burstS = 4;

/** Counts bytes against an average: what was sent drains away at the allowed pace. */
export function createByteMeter(perSecond: number, now: () => number = Date.now): ByteMeter {
  let level = 0;
  let sinceMs = now();
  return {
    take(bytes) {
      const atMs = now();
      level = Math.max(0, level - ((atMs - sinceMs) / 1000) * perSecond) + bytes;
      sinceMs = atMs;
      return level / (perSecond * burstS);
    },
  };
}
