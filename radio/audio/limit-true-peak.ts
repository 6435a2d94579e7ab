// Keeps a mix in memory below a ceiling of true peak, as limiter.ts does with sound that passes; in place, and exactly.
import { CEILING, createGainFollower, FILTER_SAMPLES } from './limiter.ts';
import { raiseToTruePeaks } from './true-peak.ts';

export interface LimitOptions {
  sampleRate: number;
  /** Only peaks in this range of samples count; its gain has returned to 1 `settleSamples` behind it. */
  from?: number;
  to?: number;
  settleSamples?: number;
}

const MAX_PASSES = 5;

export function limitTruePeak(channels: readonly Float32Array[], options: LimitOptions): void {
  const length = channels[0]?.length ?? 0;
  const { sampleRate, from = 0, to = length, settleSamples = length } = options;
  const peaks = new Float32Array(length);
  // The oversampling filter reaches a few samples past the range.
  const first = Math.max(0, from - FILTER_SAMPLES);
  const last = Math.min(length, to + FILTER_SAMPLES);
  // A gain that changes moves peaks between the samples a little: what is left over is limited again, a little lower.
  for (let pass = 0, target = CEILING; pass < MAX_PASSES; pass++) {
    peaks.fill(0);
    for (const channel of channels)
      raiseToTruePeaks(channel.subarray(first, last), peaks.subarray(first, last), target);
    const highest = peaks.subarray(from, to).reduce((max, peak) => Math.max(max, peak), 0);
    if (highest <= CEILING) return;
    if (pass > 0) target *= CEILING / highest;
    const gains = gainsFor(peaks, { target, from, to, sampleRate });
    for (let i = to; i < length; i++) {
      const share = Math.max(0, 1 - (i - to) / settleSamples);
      gains[i] = 1 - (1 - (gains[i] as number)) * share;
    }
    for (const channel of channels)
      for (let i = 0; i < length; i++) (channel[i] as number) *= gains[i] as number;
  }
}

function gainsFor(
  peaks: Float32Array,
  { target, from, to, sampleRate }: { target: number; from: number; to: number; sampleRate: number },
): Float32Array {
  const follower = createGainFollower({ target, sampleRate });
  const gains = new Float32Array(peaks.length);
  for (let i = 0; i < peaks.length + follower.delay; i++) {
    const gain = follower.next(i >= from && i < to ? (peaks[i] as number) : 0);
    if (i >= follower.delay) gains[i - follower.delay] = gain;
  }
  return gains;
}
