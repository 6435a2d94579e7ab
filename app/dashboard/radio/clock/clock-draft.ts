// An hour clock that is being edited, before it is saved. Pure.
import type { ClockDraft, ClockItemRow, SeparationRow } from '#contracts/radio-clock.ts';

export interface SavedClock extends ClockDraft {
  id: string;
}

export const LAST_SECOND = 3599;

const NO_CLOCK: Omit<ClockDraft, 'show_id'> = {
  separation: {
    artist_minutes: 0,
    artist_tracks: 3,
    title_minutes: 90,
    title_tracks: 1,
    album_minutes: 0,
    album_tracks: 0,
  },
  items: [],
};

/** The clock of a show or of the station. A show without one begins with a copy of the station's. */
export function draftOf(
  clocks: readonly SavedClock[],
  showId: string | null,
  newId: () => string,
): ClockDraft {
  const own = clocks.find((clock) => clock.show_id === showId);
  if (own) return { show_id: showId, separation: own.separation, items: inOrder(own.items) };
  const { separation, items } = clocks.find((clock) => clock.show_id === null) ?? NO_CLOCK;
  return {
    show_id: showId,
    separation,
    items: inOrder(items.map((item) => ({ ...item, id: newId() }))),
  };
}

export function inOrder(items: readonly ClockItemRow[]): ClockItemRow[] {
  return [...items].sort((a, b) => a.second - b.second);
}

/** A new item in the largest space that is left in the hour, on a full minute. */
export function newItem(items: readonly ClockItemRow[], id: string): ClockItemRow {
  const times = inOrder(items).map(({ second }) => second);
  let second = 0;
  let widest = 0;
  for (const [i, from] of times.entries()) {
    const space = (times[i + 1] ?? 3600) - from;
    if (space > widest) {
      widest = space;
      second = Math.floor((from + space / 2) / 60) * 60;
    }
  }
  if ((times[0] ?? 0) > widest) second = 0;
  return {
    id,
    kind: items.length === 0 ? 'station_id' : 'jingle',
    second,
    mode: 'soft',
    count: 1,
    track_id: null,
    playlist_id: null,
    max_late_min: 10,
    hours: null,
    weekdays: null,
  };
}

/** What belongs to its type: a stop set has several tracks, the others one. */
export function withKind(item: ClockItemRow, kind: ClockItemRow['kind']): ClockItemRow {
  if (kind === 'stop_set') return { ...item, kind, count: Math.max(2, item.count), track_id: null };
  if (kind === 'news') return { ...item, kind, count: 1, track_id: null };
  return { ...item, kind, count: 1 };
}

/** "05:30", minutes and seconds after the full hour. */
export function timeInHour(second: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(second / 60))}:${two(second % 60)}`;
}

export function changeRule(
  separation: SeparationRow,
  name: keyof SeparationRow,
  value: number,
): SeparationRow {
  const max = name.endsWith('minutes') ? 720 : 100;
  return { ...separation, [name]: Math.min(max, Math.max(0, Math.round(value) || 0)) };
}
