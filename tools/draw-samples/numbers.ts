// The few number functions that all drawings share.
import { randomFrom, seedOf } from '#app/features/covers/random.ts';

export type Random = () => number;

export const TAU = Math.PI * 2;

export function clamp(value: number, low = 0, high = 1): number {
  return Math.max(low, Math.min(high, value));
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 before `from`, 1 after `to`, without a corner between. */
export function smooth(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** One decimal is enough for a path and halves its length. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The random numbers of a work: the same for the same slug. */
export function randomOf(slug: string): Random {
  const random = randomFrom(seedOf(slug));
  for (let skipped = 0; skipped < 5; skipped++) random();
  return random;
}
