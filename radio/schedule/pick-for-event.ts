// What an item of the hour clock plays. Pure.
import type { ClockItem } from './clock-template.ts';
import { type PickContext, type PickedTrack, pickShuffled } from './pick-track.ts';
import type { Playlist, Programme, Track } from './programme.ts';

interface EventPick extends PickedTrack {
  playlistId: string | null;
  /** The next position in a list that is played in order. */
  place: number | null;
}

/** `jingles`: the lists that are due anyway, for an item that names none. Undefined when nothing can play. */
export function pickForEvent(
  item: ClockItem,
  programme: Programme,
  context: PickContext & {
    places: Readonly<Record<string, number>>;
    isOpen(list: Playlist): boolean;
    jingles: readonly Playlist[];
  },
): EventPick | undefined {
  const { tracks, places } = context;
  if (item.trackId !== null) {
    const track = tracks.get(item.trackId);
    return track && { track, broken: [], playlistId: null, place: null };
  }
  const named = programme.playlists.find(({ id }) => id === item.playlistId);
  if (item.playlistId !== null && !(named && context.isOpen(named))) return undefined;
  const lists = named ? [named] : context.jingles;
  for (const list of lists) {
    const there = list.entries.filter(({ trackId }) => tracks.has(trackId));
    const playlistId = list.id;
    if (item.kind === 'news') {
      const track = newest(programme.tracks, new Set(there.map(({ trackId }) => trackId)));
      if (track) return { track, broken: [], playlistId, place: null };
    } else if (list.order === 'in_order' && there.length > 0) {
      const place = (places[playlistId] ?? 0) % there.length;
      const track = tracks.get(there[place]?.trackId ?? '');
      if (track) return { track, broken: [], playlistId, place: place + 1 };
    } else {
      const picked = pickShuffled(there, { ...context, roomMs: undefined });
      if (picked) return { ...picked, broken: [], playlistId, place: null };
    }
  }
  return undefined;
}

/** The library is in the order in which tracks were added. */
function newest(library: readonly Track[], ids: ReadonlySet<string>): Track | undefined {
  return library.findLast(({ id }) => ids.has(id));
}
