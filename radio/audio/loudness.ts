// Loudness by EBU R128 (ITU-R BS.1770): weighted like hearing, in gated blocks of 400 ms. Also the loudest
// sample, and where the sound begins and ends.

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
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const filters = Array.from({ length: channelCount }, () => [
    createFilter(shelf(sampleRate)),
    createFilter(highPass(sampleRate)),
  ]);
  const stepSamples = Math.round(sampleRate * STEP_S);
  const steps: number[] = [];
  let sum = 0;
  let count = 0;
  let peak = 0;
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let i = 0; i < length; i++) {
        for (let c = 0; c < channelCount; c++) {
          const sample = channels[c]?.[i] ?? 0;
          const size = sample < 0 ? -sample : sample;
          if (size > peak) peak = size;
          const pair = filters[c] as ((x: number) => number)[];
          const weighted = (pair[1] as (x: number) => number)((pair[0] as (x: number) => number)(sample));
          sum += weighted * weighted;
        }
        if (++count === stepSamples) {
          steps.push(sum / stepSamples);
          sum = 0;
          count = 0;
        }
      }
    },
    result() {
      return { integratedLufs: integrate(steps.length > 0 ? steps : [count ? sum / count : 0]), peak };
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

function createFilter({ b, a }: Biquad): (x: number) => number {
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  return (x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
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
