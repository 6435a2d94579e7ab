// Keeps sound below a ceiling of true peak while it passes: looks ahead, so that the gain is down before the peak is there,
// and comes back slowly. All channels get the same gain.
import { raiseToTruePeaks } from './true-peak.ts';

export interface Limiter {
  /** What is ready; the rest follows with the next part. */
  push(channels: readonly Float32Array[]): Float32Array[];
  finish(): Float32Array[];
}

const LOOK_AHEAD_S = 0.005;
const RELEASE_S = 0.1;
/** How far the oversampling filter reaches to either side. */
export const FILTER_SAMPLES = 16;
// A gain that changes moves peaks between the samples a little.
const MARGIN = 10 ** (-0.3 / 20);

/** A ceiling of -1 dB leaves room for what an encoder overshoots. */
export const CEILING = 10 ** (-1 / 20);

export function createLimiter(sampleRate: number, channelCount: number): Limiter {
  const target = CEILING * MARGIN;
  const follower = createGainFollower({ target, sampleRate });
  const before = follower.delay + FILTER_SAMPLES;
  let waiting = Array.from({ length: channelCount }, () => new Float32Array(before));
  // The first gains belong to the silence before the sound.
  let toSkip = follower.delay;

  const push = (channels: readonly Float32Array[]) => {
    const all = waiting.map((kept, c) => join(kept, channels[c] as Float32Array));
    const length = all[0]?.length ?? 0;
    const end = length - FILTER_SAMPLES;
    const peaks = new Float32Array(length);
    for (const samples of all) raiseToTruePeaks(samples, peaks, target);
    const ready = all.map(() => new Float32Array(Math.max(0, end - before - toSkip)));
    let at = 0;
    for (let i = before; i < end; i++) {
      const gain = follower.next(peaks[i] as number);
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      for (const [c, samples] of all.entries())
        (ready[c] as Float32Array)[at] = (samples[i - follower.delay] as number) * gain;
      at++;
    }
    waiting = all.map((samples) => samples.slice(Math.max(0, end - before)));
    return ready;
  };
  return {
    push,
    finish: () => push(waiting.map(() => new Float32Array(before))),
  };
}

export interface GainFollower {
  /** So many samples later comes the gain of a peak. */
  delay: number;
  next(peak: number): number;
}

/** The gain that keeps peaks at the target: lowest where they are, a straight way down to them, a slow way up. */
export function createGainFollower(options: { target: number; sampleRate: number }): GainFollower {
  const { target, sampleRate } = options;
  const window = Math.max(1, Math.round(sampleRate * LOOK_AHEAD_S));
  const release = 1 - Math.exp(-1 / (sampleRate * RELEASE_S));
  // Gains without looking ahead, and the lowest of each window of them.
  const held = new Float32Array(window).fill(1);
  const lowest = new Float32Array(window).fill(1);
  // Where the lowest of the window is, and those that will be it next.
  const rising: number[] = [];
  let gain = 1;
  let sum = window;
  let n = 0;
  return {
    delay: window - 1,
    next(peak) {
      gain = Math.min(peak > target ? target / peak : 1, gain + (1 - gain) * release);
      held[n % window] = gain;
      while (rising.length > 0 && (held[(rising.at(-1) as number) % window] as number) >= gain) rising.pop();
      rising.push(n);
      if ((rising[0] as number) <= n - window) rising.shift();
      const low = held[(rising[0] as number) % window] as number;
      sum += low - (lowest[n % window] as number);
      lowest[n % window] = low;
      n++;
      // The mean of the last window: each of its values was lowered by any peak that is here. `n` is now the oldest place.
      return Math.min(1, sum / window, held[n % window] as number);
    },
  };
}

function join(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
