// Promos of classes: how often one plays follows the empty places of the class, and a place that became free today may
// have its promo played soon, once. Pure.
import type { ClassDate, Programme, Track } from './programme.ts';

// Dates that decide on the weight; later ones have time.
const NEXT_DATES = 3;
// With a last place left, and with nobody booked.
const LOWEST = 0.25;
const HIGHEST = 3;
const SPOT_GAP_MS = 60 * 60_000;

export interface SpotMemory {
  /** Keys of spots that played, newest last. */
  spots: string[];
  lastSpotMs: number;
}

export interface Spot {
  key: string;
  track: Track;
}

/** What the weight of a promo is multiplied by: zero when its class is full or over. */
export function promoFactor(dates: readonly ClassDate[], atMs: number): number {
  const next = dates.filter(({ startsMs }) => startsMs > atMs).slice(0, NEXT_DATES);
  const free = next.reduce((sum, date) => sum + Math.max(0, date.free), 0);
  const capacity = next.reduce((sum, date) => sum + date.capacity, 0);
  if (free === 0) return 0;
  return LOWEST + (HIGHEST - LOWEST) * Math.min(1, free / capacity);
}

/** Of tracks that belong to a class; the others have none. */
export function promoFactors(
  { classes }: Pick<Programme, 'classes'>,
  tracks: readonly Track[],
  atMs: number,
): Map<string, number> {
  const factors = new Map<string, number>();
  for (const { id, offeringId } of tracks) {
    if (!offeringId) continue;
    const promoted = classes.find((one) => one.offeringId === offeringId);
    factors.set(id, promoFactor(promoted?.dates ?? [], atMs));
  }
  return factors;
}

/** The promo of a class in which a place became free so shortly before; at most one in an hour, and one for each place. */
export function dueSpot(
  { classes, spotMinutes }: Pick<Programme, 'classes' | 'spotMinutes'>,
  memory: SpotMemory,
  options: { atMs: number; tracks: Iterable<Track>; mayPlay(track: Track): boolean },
): Spot | undefined {
  const { atMs, tracks, mayPlay } = options;
  if (spotMinutes === null || atMs - memory.lastSpotMs < SPOT_GAP_MS) return undefined;
  const promos = [...tracks].filter(({ offeringId }) => offeringId);
  for (const { offeringId, dates } of classes) {
    for (const { sessionId, startsMs, free, freedMs } of dates) {
      if (freedMs === null || free <= 0 || startsMs <= atMs) continue;
      const key = `${sessionId} ${freedMs}`;
      if (atMs - freedMs > spotMinutes * 60_000 || memory.spots.includes(key)) continue;
      const track = promos.find((promo) => promo.offeringId === offeringId && mayPlay(promo));
      if (track) return { key, track };
    }
  }
  return undefined;
}
