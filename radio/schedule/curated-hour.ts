// The hour that a class curates: which list it is, and when the hour began. Pure.
import { isInDayPart } from './day-part.ts';
import { airingAt, wholeAiring } from './grid.ts';
import type { Playlist, Programme } from './programme.ts';
import type { Played } from './separation.ts';
import { addDays, instantOf, minuteOf, wallTimeAt } from './wall-time.ts';

export interface CuratedHour {
  list: Playlist;
  startsMs: number;
}

/** The first one by name where several overlap. A show that has lists of its own comes before hours without a show. */
export function curatedHourAt(programme: Programme, atMs: number): CuratedHour | undefined {
  if (!programme.playlists.some(({ curatedBy }) => curatedBy)) return undefined;
  const airing = airingAt(programme, atMs);
  const wall = wallTimeAt(atMs, programme.station.zone);
  const music = programme.playlists.filter(({ kind, entries }) => kind === 'rotation' && entries.length > 0);
  const isCurated = ({ curatedBy }: Playlist) => Boolean(curatedBy);
  const own = music.find(({ id }) => id === airing?.playlistId);
  const open = music.filter((list) => isInDayPart(list, wall));
  const ofShow = open.filter(({ showId }) => showId !== null && showId === airing?.showId);
  const general = ofShow.length > 0 ? [] : open.filter(({ showId }) => showId === null);
  const list = own ? [own].find(isCurated) : [...ofShow, ...general].find(isCurated);
  if (!list) return undefined;
  const begins: number[] = [];
  if (airing && (list === own || list.showId !== null)) begins.push(wholeAiring(programme, airing).startsMs);
  if (list !== own && list.fromTime !== null) {
    const from = minuteOf(list.fromTime);
    const date = wall.minute < from ? addDays(wall.date, -1) : wall.date;
    begins.push(instantOf(date, from, programme.station.zone));
  }
  return { list, startsMs: Math.max(...begins) };
}

/** Whether one of its tracks has played since the hour began. */
export function hasBegun({ list, startsMs }: CuratedHour, played: readonly Played[]): boolean {
  const ids = new Set(list.entries.map(({ trackId }) => trackId));
  return played.some(({ trackId, atMs }) => atMs >= startsMs && ids.has(trackId));
}
