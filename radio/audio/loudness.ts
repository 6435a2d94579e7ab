// Loudness by EBU R128 (ITU-R BS.1770): weighted like hearing, in gated blocks of 400 ms. Also the loudest
// sample, and where the sound begins and ends.

import { requireSampleRate } from './sound-limits.ts';

export interface Loudness {
  /** Loudness units below full scale; -Infinity for silence. */
  integratedLufs: number;
  /** 0..1 and above. */
  peak: number;
}

export interface LoudnessMeter {
  add(channels: readonly Float32Array[]): void;
  result(): Loudness;
}

interface Biquad {
  b: [number, number, number];
  a: [number, number];
}

const BLOCK_S = 0.4;
const STEP_S = 0.1;
const SHORT_TERM_STEPS = 30;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const steps: number[] = [];
  const weighted = createPowerSteps(sampleRate, channelCount, (power) => steps.push(power));
  return {
    add: weighted.add,
    result() {
      return {
        integratedLufs: integrate(steps.length > 0 ? steps : [weighted.unfinished]),
        peak: weighted.peak,
      };
    },
  };
}

export interface ShortTermMeter {
  add(channels: readonly Float32Array[]): void;
  /** Of the last three seconds; -Infinity for silence. */
  readonly lufs: number;
}

/** Short-term loudness (EBU Tech 3341), for a meter that runs on and on. */
export function createShortTermMeter(sampleRate: number, channelCount: number): ShortTermMeter {
  const steps: number[] = [];
  const weighted = createPowerSteps(sampleRate, channelCount, (power) => {
    steps.push(power);
    if (steps.length > SHORT_TERM_STEPS) steps.shift();
  });
  return {
    add: weighted.add,
    get lufs() {
      return steps.length === 0 ? Number.NEGATIVE_INFINITY : toLufs(mean(steps));
    },
  };
}

/** The power of every tenth of a second, weighted like hearing. */
function createPowerSteps(sampleRate: number, channelCount: number, onStep: (power: number) => void) {
  const powers = Array.from({ length: channelCount }, () => createPowerMeter(sampleRate));
  const stepSamples = Math.round(requireSampleRate(sampleRate) * STEP_S);
  let sum = 0;
  let count = 0;
  let peak = 0;
  return {
    add(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0;
      for (let at = 0; at < length; ) {
        const end = Math.min(length, at + stepSamples - count);
        for (let c = 0; c < channelCount; c++) {
          const part = channels[c]?.subarray(at, end) ?? new Float32Array(end - at);
          sum += (powers[c] as PowerMeter)(part);
          peak = Math.max(peak, peakOf(part));
        }
        count += end - at;
        at = end;
        if (count === stepSamples) {
          onStep(sum / stepSamples);
          sum = 0;
          count = 0;
        }
      }
    },
    get peak() {
      return peak;
    },
    /** The power of what came after the last step. */
    get unfinished() {
      return count ? sum / count : 0;
    },
  };
}

function integrate(steps: number[]): number {
  const perBlock = Math.round(BLOCK_S / STEP_S);
  const blocks: number[] = [];
  for (let i = 0; i + perBlock <= steps.length || i === 0; i++) {
    const part = steps.slice(i, i + perBlock);
    blocks.push(part.reduce((total, one) => total + one, 0) / part.length);
  }
  const loud = blocks.filter((power) => toLufs(power) > ABSOLUTE_GATE);
  if (loud.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = toLufs(mean(loud)) + RELATIVE_GATE;
  return toLufs(mean(loud.filter((power) => toLufs(power) > gate)));
}

function mean(values: number[]): number {
  return values.reduce((total, one) => total + one, 0) / values.length;
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    const size = sample < 0 ? -sample : sample;
    if (size > peak) peak = size;
  }
  return peak;
}

/** The weighted power of each part of one channel. Both filters in one loop: this is most of what measuring costs. */
type PowerMeter = (samples: Float32Array) => number;

function createPowerMeter(sampleRate: number): PowerMeter {
  const [first, second] = [shelf(sampleRate), highPass(sampleRate)];
  const [b0, b1, b2] = first.b;
  const [a1, a2] = first.a;
  const [d0, d1, d2] = second.b;
  const [c1, c2] = second.a;
  // The last two samples before, between and behind the filters.
  let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0];
  return (samples) => {
    let sum = 0;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i] as number;
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      const z = d0 * y + d1 * y1 + d2 * y2 - c1 * z1 - c2 * z2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      z2 = z1;
      z1 = z;
      sum += z * z;
    }
    return sum;
  };
}

/** The head's own treble lift, for any sampling rate. */
function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(vh + (vb * k) / q + k * k) / a0, (2 * (k * k - vh)) / a0, (vh - (vb * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
