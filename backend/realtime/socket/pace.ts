// Counts what somebody does within a second.
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
