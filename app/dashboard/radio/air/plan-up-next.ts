// What follows on air: the item that is opened already, then the queue, each with the time until it starts.
import type { AirItem, NowPlaying } from '#contracts/radio.ts';
import type { FoundTrack } from '../track-finder.tsx';

export type QueuedTrack = FoundTrack;

export interface UpNext {
  key: string;
  title: string | null;
  artist: string;
  durationMs: number | null;
  /** Null while it cannot be known: during a live show, or after a track of unknown length. */
  startsInMs: number | null;
  /** Its place in the queue; null for what the schedule chose. */
  index: number | null;
}

interface Plan {
  rows: UpNext[];
  /** When all of them are over. */
  endsInMs: number | null;
}

export function planUpNext(
  air: Pick<NowPlaying, 'isLive' | 'now' | 'next' | 'elapsedMs'>,
  queue: readonly string[],
  tracks: ReadonlyMap<string, QueuedTrack>,
  sinceMs: number,
): Plan {
  let startsInMs = air.isLive ? null : leftOf(air.now, air.elapsedMs + sinceMs);
  const rows: UpNext[] = [];
  const counts = new Map<string, number>();
  const add = (row: Omit<UpNext, 'startsInMs'>) => {
    rows.push({ ...row, startsInMs });
    startsInMs = startsInMs === null || row.durationMs === null ? null : startsInMs + row.durationMs;
  };
  const { next } = air;
  if (next && next.trackId !== queue[0])
    add({ key: next.id, title: next.title, artist: next.artist, durationMs: next.durationMs, index: null });
  for (const [index, id] of queue.entries()) {
    const track = tracks.get(id);
    // The same track may be queued twice.
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    add({
      key: `${id} ${count}`,
      title: track?.title ?? null,
      artist: track?.artist ?? '',
      durationMs: track?.duration_ms ?? null,
      index,
    });
  }
  return { rows, endsInMs: startsInMs };
}

function leftOf(now: AirItem | null, elapsedMs: number): number | null {
  return now?.durationMs ? Math.max(0, now.durationMs - elapsedMs) : null;
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const order = items.filter((_, at) => at !== from);
  order.splice(to, 0, items[from] as Item);
  return order;
}

/** The first of these tracks that fit into the time, at least one. */
export function tracksFor(tracks: readonly QueuedTrack[], leftMs: number): QueuedTrack[] {
  let sumMs = 0;
  return tracks.filter(({ duration_ms }, index) => {
    const fits = index === 0 || sumMs < leftMs;
    sumMs += duration_ms;
    return fits;
  });
}
