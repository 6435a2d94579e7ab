// How late the event loop is: the time between when a timer was due and when it ran. Looked at ten times a second.

export interface EventLoopDelay {
  /** The longer of the last two looks, so that one long task is not forgotten at once. */
  readonly delayMs: number;
}

const LOOK_MS = 100;

export function watchEventLoopDelay(): EventLoopDelay {
  let dueMs = performance.now() + LOOK_MS;
  let lastMs = 0;
  let beforeMs = 0;
  setInterval(() => {
    const now = performance.now();
    beforeMs = lastMs;
    lastMs = Math.max(0, now - dueMs);
    dueMs = now + LOOK_MS;
  }, LOOK_MS).unref();
  return {
    get delayMs() {
      // A task that is still running, or has just ended, has not been looked at yet.
      return Math.max(lastMs, beforeMs, performance.now() - dueMs);
    },
  };
}
