// True peaks by ITU-R BS.1770-4, annex 2: the sound between the samples, four times oversampled.

const TAPS = 12;
// The interpolated values of step i lie between the samples i - 6 and i - 5.
const DELAY = 6;
const PHASES = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
    0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
] as const;
// The other two phases are these two backwards.
const FILTERS = [...PHASES, [...PHASES[1]].reverse(), [...PHASES[0]].reverse()].map((taps) =>
  Float64Array.from(taps),
);

/** The sound between samples is never higher than the highest of them times this. */
const MAX_OVERSHOOT = Math.max(
  ...FILTERS.map((filter) => filter.reduce((sum, weight) => sum + Math.abs(weight), 0)),
);

/** Raises `peaks` to the highest value beside each sample of one channel. Peaks up to `ignored` need not be found. */
export function raiseToTruePeaks(samples: Float32Array, peaks: Float32Array, ignored = 0): void {
  const [a, b, c, d] = FILTERS as [Float64Array, Float64Array, Float64Array, Float64Array];
  const padded = new Float32Array(samples.length + 2 * TAPS);
  padded.set(samples, TAPS);
  const quiet = ignored / MAX_OVERSHOOT;
  for (let i = 0; i < samples.length + DELAY; i++) {
    if (i % TAPS === 0 && isBelow(padded, quiet, i + 1, i + 2 * TAPS)) {
      i += TAPS - 1;
      continue;
    }
    let ya = 0;
    let yb = 0;
    let yc = 0;
    let yd = 0;
    for (let k = 0; k < TAPS; k++) {
      const x = padded[i + TAPS - k] as number;
      ya += (a[k] as number) * x;
      yb += (b[k] as number) * x;
      yc += (c[k] as number) * x;
      yd += (d[k] as number) * x;
    }
    const peak = Math.max(Math.abs(ya), Math.abs(yb), Math.abs(yc), Math.abs(yd));
    raise(peaks, i - DELAY, peak);
    raise(peaks, i - DELAY + 1, peak);
  }
  for (let i = 0; i < samples.length; i++) raise(peaks, i, Math.abs(samples[i] as number));
}

/** The highest true peak of all channels, 0 to 1 and above. */
export function truePeakOf(channels: readonly Float32Array[]): number {
  const peaks = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) raiseToTruePeaks(channel, peaks);
  return peaks.reduce((highest, peak) => Math.max(highest, peak), 0);
}

function isBelow(samples: Float32Array, limit: number, from: number, to: number): boolean {
  if (limit === 0) return false;
  for (let i = from; i < to && i < samples.length; i++)
    if (Math.abs(samples[i] as number) > limit) return false;
  return true;
}

function raise(peaks: Float32Array, at: number, peak: number): void {
  if (at >= 0 && at < peaks.length && peak > (peaks[at] as number)) peaks[at] = peak;
}
