// Mixes the end of one track with the beginning of another, sample by sample. Pure arithmetic on sound in memory.
import type { TransitionStyle } from '../schedule/programme.ts';

export interface MixOptions {
  style: Exclude<TransitionStyle, 'none'>;
  sampleRate: number;
  /** In samples of the mix: where it begins, where the outgoing track is gone, where the incoming one comes in. */
  startsAt: number;
  goneAt: number;
  entersAt: number;
}

// Below its beginning by this much the outgoing track fades by itself.
const NATURAL_FADE = 10 ** (-9 / 20);
// Behind its cue-out by this much quieter a track rings out; louder, its end was set by hand and is obeyed.
const RINGS_OUT = 10 ** (-12 / 20);
const HARD_END_S = 0.15;
const SOFT_START_S = 0.01;
const LEVEL_S = 0.3;

/** Both sounds lie on the time of the mix; `incoming` holds nothing before it enters. The result is in new arrays. */
export function mixSound(
  outgoing: readonly Float32Array[],
  incoming: readonly Float32Array[],
  options: MixOptions,
): Float32Array[] {
  const gains = gainsOf(outgoing, options);
  return outgoing.map((channel, side) => addUp(channel, incoming[side] as Float32Array, gains));
}

// Plain loops over plain arrays: a mix is made once in minutes, and most of its time runs before anything is optimised.
function addUp(outgoing: Float32Array, incoming: Float32Array, gains: Gains): Float32Array {
  const sum = new Float32Array(outgoing.length);
  for (let i = 0; i < sum.length; i++)
    sum[i] =
      (outgoing[i] as number) * (gains.outgoing[i] as number) +
      (incoming[i] as number) * (gains.incoming[i] as number);
  return sum;
}

/** For each sample of the mix. */
interface Gains {
  outgoing: Float32Array;
  incoming: Float32Array;
}

function gainsOf(outgoing: readonly Float32Array[], options: MixOptions): Gains {
  const { style, sampleRate, startsAt, goneAt, entersAt } = options;
  const length = outgoing[0]?.length ?? 0;
  const fadeOut = (from: number, to: number) => {
    const gain = new Float32Array(length).fill(1, 0, Math.max(0, from));
    const step = Math.PI / 2 / (to - from);
    for (let i = Math.max(0, from); i < Math.min(to, length); i++) gain[i] = Math.cos((i - from) * step);
    return gain;
  };
  const fadeIn = (from: number, to: number) => {
    const gain = new Float32Array(length).fill(1, Math.max(0, to));
    const step = Math.PI / 2 / (to - from);
    for (let i = Math.max(0, from); i < Math.min(to, length); i++) gain[i] = Math.sin((i - from) * step);
    return gain;
  };
  if (style === 'crossfade') {
    const quarter = Math.floor((goneAt - startsAt) / 4);
    const first = levelOf(outgoing, startsAt, startsAt + quarter);
    const last = levelOf(outgoing, goneAt - quarter, goneAt);
    // Faded twice it would leave a hole: then it fades as it was made, and the next one is there sooner.
    if (last < first * NATURAL_FADE)
      return { outgoing: fadeOut(goneAt - quarter, goneAt), incoming: fadeIn(entersAt, entersAt + quarter) };
    return { outgoing: fadeOut(startsAt, goneAt), incoming: fadeIn(entersAt, goneAt) };
  }
  const span = Math.round(sampleRate * LEVEL_S);
  const before = levelOf(outgoing, startsAt - span, startsAt);
  const isRingingOut = levelOf(outgoing, startsAt, Math.min(goneAt, startsAt + span)) < before * RINGS_OUT;
  const end = isRingingOut ? goneAt : Math.min(goneAt, startsAt + Math.round(sampleRate * HARD_END_S));
  return {
    outgoing: fadeOut(startsAt, end),
    incoming: fadeIn(entersAt, entersAt + Math.round(sampleRate * SOFT_START_S)),
  };
}

function levelOf(channels: readonly Float32Array[], from: number, to: number): number {
  let sum = 0;
  const start = Math.max(0, from);
  for (const channel of channels)
    for (let i = start; i < to; i++) sum += (channel[i] ?? 0) * (channel[i] ?? 0);
  return to > start ? Math.sqrt(sum / channels.length / (to - start)) : 0;
}
