// How much one host's browser may send: audio in real time, and occasional messages.

export interface InboundLimit {
  /** False when it was too much. */
  take(bytes: number, message: { isBinary: boolean }): boolean;
}

const WINDOW_MS = 10_000;
// Twice the samples of 192 kHz stereo, so that what waited behind a slow line may catch up.
const MAX_BYTES = 16_000_000;
const MAX_SOUNDS = 2000;
const MAX_TEXTS = 40;

export function createInboundLimit(now: () => number = () => performance.now()): InboundLimit {
  let sinceMs = now();
  let bytes = 0;
  let sounds = 0;
  let texts = 0;
  return {
    take(size, { isBinary }) {
      if (now() - sinceMs >= WINDOW_MS) {
        sinceMs = now();
        bytes = sounds = texts = 0;
      }
      bytes += size;
      if (isBinary) sounds += 1;
      else texts += 1;
      return bytes <= MAX_BYTES && sounds <= MAX_SOUNDS && texts <= MAX_TEXTS;
    },
  };
}
