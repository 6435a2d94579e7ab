// What to play next: a pure function of programme, history and time. The same arguments give the same result, so
// a whole day is tested in a second. Opens no files and reads no clock.
import { airingAt } from './grid.ts';
import type { Playlist, Programme, Track } from './programme.ts';
import { minuteOf, wallTimeAt } from './wall-time.ts';

interface Played {
  trackId: string;
  artist: string;
  kind: Track['kind'];
  atMs: number;
}

/** What the choice depends on besides programme and time. Saved, so that a restart continues where it stopped. */
export interface PickMemory {
  /** Newest last. */
  played: Played[];
  /** The position in lists that are played in order. */
  places: Record<string, number>;
  /** Tracks that staff want next, first one first. */
  queue: string[];
  /** When song requests were last played. */
  lastRequestMs: number;
}

export interface Pick {
  track: Track;
  why: 'queue' | 'request' | 'jingle' | 'playlist' | 'library';
  playlistId: string | null;
  requestId: string | null;
  memory: PickMemory;
}

export interface PickOptions {
  nowMs: number;
  /** 0 up to 1, as Math.random. */
  chance: () => number;
  /** Tracks whose file is missing. */
  missing?: ReadonlySet<string>;
}

export const newMemory: PickMemory = { played: [], places: {}, queue: [], lastRequestMs: 0 };

const REMEMBERED = 200;
const SAME_TRACK_MS = 90 * 60_000;
const SAME_ARTIST_ITEMS = 3;
const REQUEST_GAP_MS = 10 * 60_000;

export function nextTrack(programme: Programme, memory: PickMemory, options: PickOptions): Pick | undefined {
  const tracks = new Map(
    programme.tracks.filter(({ id }) => !options.missing?.has(id)).map((track) => [track.id, track]),
  );
  const done = (
    track: Track,
    rest: Partial<Omit<Pick, 'memory'>> & { memory?: Partial<PickMemory> },
  ): Pick => ({
    track,
    why: rest.why ?? 'playlist',
    playlistId: rest.playlistId ?? null,
    requestId: rest.requestId ?? null,
    memory: remember({ ...memory, ...rest.memory }, track, options.nowMs),
  });

  const queue = memory.queue.filter((id) => tracks.has(id));
  const queued = tracks.get(queue[0] ?? '');
  if (queued) return done(queued, { why: 'queue', memory: { queue: queue.slice(1) } });

  const airing = airingAt(programme, options.nowMs);
  const lists = playlistsAt(programme, options.nowMs, airing);
  const jingle = pickJingle(lists.jingles, tracks, memory, options);
  if (jingle) return done(jingle.track, { why: 'jingle', playlistId: jingle.list.id });

  if (options.nowMs - memory.lastRequestMs >= REQUEST_GAP_MS) {
    const request = programme.requests.find(({ trackId }) => tracks.has(trackId));
    const requested = request && tracks.get(request.trackId);
    if (requested) {
      return done(requested, {
        why: 'request',
        requestId: request.id,
        memory: { lastRequestMs: options.nowMs },
      });
    }
  }

  const list = chooseWeighted(
    lists.rotations.filter((one) => one.entries.some(({ trackId }) => tracks.has(trackId))),
    ({ weight }) => weight,
    options.chance,
  );
  if (!list) {
    const whole = programme.tracks
      .filter(({ id, kind }) => kind === 'music' && tracks.has(id))
      .map(({ id }) => ({ trackId: id, weight: 1 }));
    const track = pickShuffled(whole, tracks, memory, options);
    return track && done(track, { why: 'library' });
  }
  if (list.order === 'in_order') {
    const there = list.entries.filter(({ trackId }) => tracks.has(trackId));
    const place = (memory.places[list.id] ?? 0) % there.length;
    const track = tracks.get(there[place]?.trackId ?? '');
    return (
      track &&
      done(track, { playlistId: list.id, memory: { places: { ...memory.places, [list.id]: place + 1 } } })
    );
  }
  const track = pickShuffled(list.entries, tracks, memory, options);
  return track && done(track, { playlistId: list.id });
}

/** Lists of the show that is on, if it has any that can play; else the station's own. */
function playlistsAt(
  programme: Programme,
  nowMs: number,
  airing: { showId: string; playlistId: string | null } | undefined,
): { rotations: Playlist[]; jingles: Playlist[] } {
  const wall = wallTimeAt(nowMs, programme.station.zone);
  const open = programme.playlists.filter((list) => list.entries.length > 0 && isOpen(list, wall));
  const own = programme.playlists.filter(({ id }) => id === airing?.playlistId);
  const ofShow = open.filter(({ showId }) => showId !== null && showId === airing?.showId);
  const general = open.filter(({ showId }) => showId === null);
  const choose = (kind: Playlist['kind']) =>
    [own, ofShow, general]
      .map((lists) => lists.filter((list) => list.kind === kind))
      .find((lists) => lists.length > 0) ?? [];
  return { rotations: choose('rotation'), jingles: choose('jingles') };
}

function isOpen(
  { fromTime, toTime, weekdays }: Playlist,
  wall: { minute: number; weekday: number },
): boolean {
  const from = fromTime === null ? 0 : minuteOf(fromTime);
  const to = toTime === null ? 24 * 60 : minuteOf(toTime);
  const crossesMidnight = to <= from;
  const isInside = crossesMidnight
    ? wall.minute >= from || wall.minute < to
    : wall.minute >= from && wall.minute < to;
  // The small hours belong to the evening in which the window began.
  const isAfterMidnight = crossesMidnight && wall.minute < to;
  const day = isAfterMidnight ? ((wall.weekday + 5) % 7) + 1 : wall.weekday;
  return isInside && (weekdays === null || weekdays.includes(day));
}

function pickJingle(
  lists: Playlist[],
  tracks: Map<string, Track>,
  memory: PickMemory,
  options: PickOptions,
): { track: Track; list: Playlist } | undefined {
  let sinceJingle = 0;
  for (let i = memory.played.length - 1; i >= 0 && memory.played[i]?.kind !== 'jingle'; i--) sinceJingle++;
  const list = lists.find(({ every }) => every > 0 && sinceJingle >= every);
  const track = list && pickShuffled(list.entries, tracks, memory, options);
  return track && { track, list };
}

/** By weight among those not played recently; if all were, the one played longest ago. */
function pickShuffled(
  entries: { trackId: string; weight: number }[],
  tracks: Map<string, Track>,
  { played }: PickMemory,
  { nowMs, chance }: PickOptions,
): Track | undefined {
  const there = entries.filter(({ trackId }) => tracks.has(trackId));
  const lastPlayed = new Map(played.map(({ trackId, atMs }) => [trackId, atMs]));
  const artists = new Set(
    played
      .filter(({ kind }) => kind === 'music')
      .slice(-SAME_ARTIST_ITEMS)
      .map(({ artist }) => artist),
  );
  const isRested = ({ trackId }: { trackId: string }) =>
    nowMs - (lastPlayed.get(trackId) ?? Number.NEGATIVE_INFINITY) >= SAME_TRACK_MS;
  const hasOtherArtist = ({ trackId }: { trackId: string }) =>
    !artists.has(tracks.get(trackId)?.artist ?? '');
  const byWeight = ({ weight }: { weight: number }) => weight;

  const rested = there.filter(isRested);
  const best =
    chooseWeighted(rested.filter(hasOtherArtist), byWeight, chance) ??
    chooseWeighted(rested, byWeight, chance);
  if (best) return tracks.get(best.trackId);
  // A small library: the half played longest ago, another artist first, never the same track twice in a row.
  const oldest = [...there].sort(
    (a, b) => (lastPlayed.get(a.trackId) ?? 0) - (lastPlayed.get(b.trackId) ?? 0),
  );
  const half = oldest.slice(0, Math.max(1, Math.floor(oldest.length / 2)));
  const chosen = chooseWeighted(half.filter(hasOtherArtist), byWeight, chance) ?? half[0];
  return tracks.get(chosen?.trackId ?? '');
}

function chooseWeighted<One>(
  from: One[],
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

function remember(memory: PickMemory, track: Track, nowMs: number): PickMemory {
  const played = [
    ...memory.played,
    { trackId: track.id, artist: track.artist, kind: track.kind, atMs: nowMs },
  ];
  return { ...memory, played: played.slice(-REMEMBERED) };
}
