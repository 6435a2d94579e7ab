// Whether a stream that should be playing really is. Pure; called by the watchdog every few seconds.

export interface Progress {
  wallMs: number;
  playedMs: number;
}

const STALLED_MS = 7000;
const BEHIND_MS = 30_000;

/** `moved`: the last time the element got any further. `joined`: where both clocks started together. */
export function isLost(now: Progress, moved: Progress, joined: Progress): boolean {
  const isStalled = now.wallMs - moved.wallMs >= STALLED_MS && now.playedMs <= moved.playedMs;
  // After sleep, or many small stalls, the buffered audio is out of date.
  const behindMs = now.wallMs - joined.wallMs - (now.playedMs - joined.playedMs);
  return isStalled || behindMs >= BEHIND_MS;
}
