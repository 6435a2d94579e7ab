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
  const mixed = outgoing.map((channel) => new Float32Array(channel.length));
  for (let i = 0; i < (mixed[0]?.length ?? 0); i++) {
    const [out, into] = [gains.outgoing(i), gains.incoming(i)];
    for (let side = 0; side < mixed.length; side++) {
      const [a, b] = [outgoing[side] as Float32Array, incoming[side] as Float32Array];
      (mixed[side] as Float32Array)[i] = (a[i] as number) * out + (b[i] as number) * into;
    }
  }
  return mixed;
}

interface Gains {
  outgoing(sample: number): number;
  incoming(sample: number): number;
}

function gainsOf(outgoing: readonly Float32Array[], options: MixOptions): Gains {
  const { style, sampleRate, startsAt, goneAt, entersAt } = options;
  const fadeOut = (from: number, to: number) => (i: number) =>
    i < from ? 1 : i >= to ? 0 : Math.cos(((i - from) / (to - from)) * (Math.PI / 2));
  const fadeIn = (from: number, to: number) => (i: number) =>
    i < from ? 0 : i >= to ? 1 : Math.sin(((i - from) / (to - from)) * (Math.PI / 2));
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
