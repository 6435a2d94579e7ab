// Which playlists play at a time, and when one of the jingle lists is due. Pure.

import { curatedHourAt } from './curated-hour.ts';
import { isInDayPart } from './day-part.ts';
import { airingAt } from './grid.ts';
import { type PickContext, pickShuffled } from './pick-track.ts';
import type { Playlist, Programme, Track } from './programme.ts';
import { wallTimeAt } from './wall-time.ts';

/** The list of the class whose hour it is; else lists of the show that is on, if it has any that can play; else the station's own. */
export function playlistsAt(
  programme: Programme,
  atMs: number,
): { rotations: Playlist[]; jingles: Playlist[] } {
  const airing = airingAt(programme, atMs);
  const wall = wallTimeAt(atMs, programme.station.zone);
  const open = programme.playlists.filter((list) => list.entries.length > 0 && isInDayPart(list, wall));
  const own = programme.playlists.filter(({ id }) => id === airing?.playlistId);
  const ofShow = open.filter(({ showId }) => showId !== null && showId === airing?.showId);
  const general = open.filter(({ showId }) => showId === null);
  const choose = (kind: Playlist['kind']) =>
    [own, ofShow, general]
      .map((lists) => lists.filter((list) => list.kind === kind))
      .find((lists) => lists.length > 0) ?? [];
  const curated = curatedHourAt(programme, atMs);
  return { rotations: curated ? [curated.list] : choose('rotation'), jingles: choose('jingles') };
}

export function pickJingle(
  lists: readonly Playlist[],
  context: PickContext,
): { track: Track; list: Playlist } | undefined {
  const { played } = context;
  let sinceJingle = 0;
  for (let i = played.length - 1; i >= 0 && played[i]?.kind !== 'jingle'; i--) sinceJingle++;
  const list = lists.find(({ every }) => every > 0 && sinceJingle >= every);
  const picked = list && pickShuffled(list.entries, { ...context, roomMs: undefined });
  return picked && { track: picked.track, list };
}
