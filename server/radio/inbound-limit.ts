// How much one browser may send: audio in real time, and occasional messages.

export interface InboundLimit {
  /** False when it was too much. */
  take(bytes: number, message: { isBinary: boolean }): boolean;
}

interface InboundMaximum {
  bytes: number;
  sounds: number;
  texts: number;
}

const WINDOW_MS = 10_000;
// Twice the samples of 192 kHz stereo, so that what waited behind a slow line may catch up.
const HOST: InboundMaximum = { bytes: 16_000_000, sounds: 2000, texts: 40 };

export function createInboundLimit(
  max: InboundMaximum = HOST,
  now: () => number = () => performance.now(),
): InboundLimit {
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
      return bytes <= max.bytes && sounds <= max.sounds && texts <= max.texts;
    },
  };
}
