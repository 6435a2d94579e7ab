// How late the event loop is: the time between when a timer was due and when it ran. Looked at ten times a second while
// someone asks: a program without visitors does not wake up for it.

export interface EventLoopDelay {
  /** The longer of the last two looks, so that one long task is not forgotten at once. */
  readonly delayMs: number;
}

const LOOK_MS = 100;
const UNREAD_MS = 5000;

export function watchEventLoopDelay(): EventLoopDelay {
  let timer: ReturnType<typeof setInterval> | undefined;
  let readMs = 0;
  let dueMs = 0;
  let lastMs = 0;
  let beforeMs = 0;

  function look(): void {
    const now = performance.now();
    beforeMs = lastMs;
    lastMs = Math.max(0, now - dueMs);
    dueMs = now + LOOK_MS;
    if (now - readMs < UNREAD_MS) return;
    clearInterval(timer);
    timer = undefined;
    lastMs = beforeMs = 0;
  }

  return {
    get delayMs() {
      readMs = performance.now();
      if (!timer) {
        dueMs = readMs + LOOK_MS;
        timer = setInterval(look, LOOK_MS).unref();
      }
      // A task that is still running, or has just ended, has not been looked at yet.
      return Math.max(lastMs, beforeMs, readMs - dueMs);
    },
  };
}
