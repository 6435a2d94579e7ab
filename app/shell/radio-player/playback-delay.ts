// How long until a listener hears what the station sends now. Pure.

/** The station sends this much at once to a new listener (64 KiB at 128 kbit/s), so playback begins that far back. */
const BURST_MS = 4096;

export interface Listening {
  /** When the stream was joined, by this machine's clock. */
  joinedAtMs: number;
  /** How far the element has played since. */
  playedMs: number;
  /** How far the station's clock is ahead of this machine's. */
  clockAheadMs: number;
}

/** Milliseconds until the audio that the station sent at `sentAtMs` (its clock) is played; zero when it has been. */
export function playbackDelayMs(sentAtMs: number, { joinedAtMs, playedMs, clockAheadMs }: Listening): number {
  const hearingMs = joinedAtMs + clockAheadMs - BURST_MS + playedMs;
  return Math.max(0, sentAtMs - hearingMs);
}
