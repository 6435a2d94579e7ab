/** A synthesised piece: samples between -1 and 1. */
export interface Piece {
  durationS: number;
  samples: Float32Array;
  /** How strongly the engraving separates loud from quiet. */
  contrast: number;
}

export const SAMPLE_RATE = 16_000;

/** Adds a sound to the samples from a moment on; `sound` is asked with the seconds since then. */
export function addSound(
  samples: Float32Array,
  startS: number,
  durationS: number,
  sound: (seconds: number) => number,
): void {
  const first = Math.floor(startS * SAMPLE_RATE);
  const end = Math.min(samples.length, first + Math.floor(durationS * SAMPLE_RATE));
  for (let at = Math.max(0, first); at < end; at++)
    samples[at] = (samples[at] ?? 0) + sound((at - first) / SAMPLE_RATE);
}

/** As loud as it may be without clipping. */
export function normalise(samples: Float32Array): Float32Array {
  const peak = samples.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0) || 1;
  return samples.map((value) => (value * 0.9) / peak);
}
