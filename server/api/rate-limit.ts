// So many requests in so many seconds from one address. In memory: a limit against floods, not an account book.
export interface RateLimit {
  /** Seconds to wait, or 0 when the request may pass. */
  take(key: string): number;
}

const MOST_KEYS = 50_000;

export function createRateLimit({
  count,
  windowS,
  now = Date.now,
}: {
  count: number;
  windowS: number;
  now?: () => number;
}): RateLimit {
  const windows = new Map<string, { startedAt: number; used: number }>();
  return {
    take(key) {
      const at = now();
      const window = windows.get(key);
      if (!window || at - window.startedAt >= windowS * 1000) {
        // A flood of addresses must not become a flood of memory: the oldest windows go first.
        if (windows.size >= MOST_KEYS) windows.delete(windows.keys().next().value as string);
        windows.delete(key);
        windows.set(key, { startedAt: at, used: 1 });
        return 0;
      }
      if (window.used >= count)
        return Math.max(1, Math.ceil((window.startedAt + windowS * 1000 - at) / 1000));
      window.used++;
      return 0;
    },
  };
}
