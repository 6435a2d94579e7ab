// From the station's 44.1 kHz to Opus' 48 kHz: a polyphase filter without delay, 160 new samples for 147.

const UP = 160;
const DOWN = 147;
/** Samples on each side of a point that its value is made of. */
const REACH = 24;
const TAPS = 2 * REACH;
// A little below half of the lower rate, so that the filter has room to fall.
const CUTOFF = 0.93;
const KAISER_BETA = 9;

const phases = Array.from({ length: UP }, (_, phase) => filterFor(phase / UP));

export interface Upsampler {
  /** One array a channel; the result lags by what the filter has to look ahead. */
  push(channels: readonly Float32Array[]): Float32Array[];
}

export function createUpsampler(channelCount = 2): Upsampler {
  let waiting = Array.from({ length: channelCount }, () => new Float32Array(REACH - 1));
  /** Of the next sample: the first input it is made of, and between which two it lies. */
  let at = 0;
  let phase = 0;
  return {
    push(channels) {
      const inputs = waiting.map((rest, side) =>
        joined(rest, channels[side] ?? (channels[0] as Float32Array)),
      );
      const available = inputs[0]?.length ?? 0;
      const count = Math.max(0, Math.floor(((available - TAPS - at + 1) * UP - phase - 1) / DOWN) + 1);
      const outputs = inputs.map((input) => interpolate(input, { at, phase, count }));
      const steps = phase + count * DOWN;
      at += Math.floor(steps / UP);
      phase = steps % UP;
      waiting = inputs.map((input) => input.slice(at));
      at = 0;
      return outputs;
    },
  };
}

/** `count` samples, from the one that lies `phase` behind the inputs at `at`. */
function interpolate(
  input: Float32Array,
  { at, phase, count }: { at: number; phase: number; count: number },
): Float32Array<ArrayBuffer> {
  const output = new Float32Array(count);
  let from = at;
  let next = phase;
  for (let i = 0; i < count; i++) {
    const filter = phases[next] as Float32Array;
    // Two sums that do not wait for each other.
    let even = 0;
    let odd = 0;
    for (let tap = 0; tap < TAPS; tap += 2) {
      even += (input[from + tap] as number) * (filter[tap] as number);
      odd += (input[from + tap + 1] as number) * (filter[tap + 1] as number);
    }
    output[i] = even + odd;
    next += DOWN;
    if (next >= UP) {
      next -= UP;
      from++;
    }
  }
  return output;
}

/** The weights of the samples around a point that lies `share` behind the one in the middle. */
function filterFor(share: number): Float32Array {
  const weights = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (REACH - 1) - share;
    const x = Math.PI * CUTOFF * distance;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    return sinc * kaiser(distance / REACH);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA);
}

function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
