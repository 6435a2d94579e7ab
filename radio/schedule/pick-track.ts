// One track out of a list: by weight among those that break no separation rule. Pure.
import type { Separated, SeparationRules } from './clock-template.ts';
import type { Track } from './programme.ts';
import { createSeparation, type Played } from './separation.ts';

export interface PickContext {
  /** When it would begin. */
  atMs: number;
  /** 0 up to 1, as Math.random. */
  chance: () => number;
  /** Tracks that can play. */
  tracks: ReadonlyMap<string, Track>;
  played: readonly Played[];
  separation: SeparationRules;
  /** So long until something else begins at its exact time. */
  roomMs?: number;
  /** What weights are multiplied by, for promos of classes. */
  factors?: ReadonlyMap<string, number>;
}

export interface PickedTrack {
  track: Track;
  /** Rules that could not hold. */
  broken: Separated[];
}

// A track may lose so much of its end to what begins at an exact time.
const MAX_LOST_MS = 30_000;

/** The least important rule is given up first; if all were played recently, the one played longest ago. */
export function pickShuffled(
  entries: readonly { trackId: string; weight: number }[],
  context: PickContext,
): PickedTrack | undefined {
  const { tracks, chance, played } = context;
  const brokenBy = createSeparation(context.separation, played, context.atMs);
  const there = entries.flatMap(({ trackId, weight }) => {
    const track = tracks.get(trackId);
    const factor = context.factors?.get(trackId) ?? 1;
    return track ? [{ track, weight: weight * factor, broken: brokenBy(track) }] : [];
  });
  const byWeight = ({ weight }: { weight: number }) => weight;
  const steps: Separated[][] = [[], ['album'], ['album', 'artist']];
  for (const step of steps) {
    const allowed = there.filter(({ broken }) => broken.every((rule) => step.includes(rule)));
    const best = chooseWeighted(fitting(allowed, context.roomMs), byWeight, chance);
    if (best) return best;
  }
  // A small library: the half played longest ago, another artist first, never the same track twice in a row.
  const lastPlayed = new Map(played.map(({ trackId, atMs }) => [trackId, atMs]));
  const lastOf = ({ track }: { track: Track }) => lastPlayed.get(track.id) ?? 0;
  const oldest = there.sort((a, b) => lastOf(a) - lastOf(b));
  const half = oldest.slice(0, Math.max(1, Math.floor(oldest.length / 2)));
  return (
    chooseWeighted(
      half.filter(({ broken }) => !broken.includes('artist')),
      byWeight,
      chance,
    ) ?? half[0]
  );
}

/** Before something with an exact time: what ends shortly after it, else what leaves room for another, else all. */
function fitting<One extends { track: Track }>(from: One[], roomMs = Number.POSITIVE_INFINITY): One[] {
  const choices = [
    (ms: number) => ms >= roomMs && ms <= roomMs + MAX_LOST_MS,
    (ms: number) => ms <= roomMs - MAX_LOST_MS,
  ];
  for (const isFit of choices) {
    const fit = from.filter(({ track }) => isFit(playedMs(track)));
    if (fit.length > 0) return fit;
  }
  return from;
}

/** From its cue-in to its cue-out. */
export function playedMs({ cueInMs, cueOutMs }: Track): number {
  return Math.max(0, cueOutMs - cueInMs);
}

export function chooseWeighted<One>(
  from: readonly One[],
  weightOf: (one: One) => number,
  chance: () => number,
): One | undefined {
  const total = from.reduce((sum, one) => sum + Math.max(0, weightOf(one)), 0);
  if (total <= 0) return from[0];
  let at = chance() * total;
  for (const one of from) {
    at -= Math.max(0, weightOf(one));
    if (at < 0) return one;
  }
  return from.at(-1);
}
