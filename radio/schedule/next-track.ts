// What to play next: a pure function of programme, history and time. The same arguments give the same result, so
// a whole day is tested in a second. Opens no files and reads no clock.
import { dueSpot, promoFactors, type Spot, type SpotMemory } from './class-promo.ts';
import type { ClockItem, Separated } from './clock-template.ts';
import { curatedHourAt, hasBegun } from './curated-hour.ts';
import { isInDayPart } from './day-part.ts';
import { type DueEvent, dueEvent, type EventMemory } from './due-event.ts';
import { clockAt, clockEventsBetween } from './hour-clock.ts';
import { pickForEvent } from './pick-for-event.ts';
import { chooseWeighted, type PickContext, type PickedTrack, pickShuffled } from './pick-track.ts';
import { plannedEpisode } from './planned-episode.ts';
import { pickJingle, playlistsAt } from './playlists-at.ts';
import type { Playlist, Programme, Track } from './programme.ts';
import { createSeparation, DEFAULT_SEPARATION, type Played } from './separation.ts';
import { wallTimeAt } from './wall-time.ts';

/** What the choice depends on besides programme and time. Saved, so that a restart continues where it stopped. */
export interface PickMemory extends EventMemory, SpotMemory {
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
  why: 'episode' | 'clock' | 'spot' | 'queue' | 'request' | 'jingle' | 'playlist' | 'library';
  playlistId: string | null;
  requestId: string | null;
  /** When it begins. */
  startsMs: number;
  /** The event of the hour clock that it is. */
  event: DueEvent | null;
  /** Which spot it is. */
  spotKey: string | null;
  /** Rules that could not hold. */
  broken: BrokenRule[];
  memory: PickMemory;
}

export interface PickOptions {
  nowMs: number;
  /** When what plays now ends by itself; now, if nothing plays. */
  startsMs?: number;
  /** 0 up to 1, as Math.random. */
  chance: () => number;
  /** Tracks whose file is missing. */
  missing?: ReadonlySet<string>;
}

export const newMemory: PickMemory = {
  played: [],
  places: {},
  queue: [],
  lastRequestMs: 0,
  events: [],
  stopSet: null,
  spots: [],
  lastSpotMs: 0,
};

const REMEMBERED = 500;
const REMEMBERED_EVENTS = 200;
const REMEMBERED_SPOTS = 100;
const REQUEST_GAP_MS = 10 * 60_000;
// A stop set that a live show interrupted for longer does not go on.
const MAX_SET_GAP_MS = 15 * 60_000;
// How far ahead a track is chosen by its length, so that it ends near an exact time.
const FIT_MS = 10 * 60_000;

/** Played outside its hours because nothing else was left. */
export type BrokenRule = Separated | 'day_part';

type Result = Partial<Omit<Pick, 'memory' | 'track'>> & { memory?: Partial<PickMemory> };

export function nextTrack(programme: Programme, memory: PickMemory, options: PickOptions): Pick | undefined {
  const { nowMs, startsMs = nowMs, missing } = options;
  const present = programme.tracks.filter(({ id }) => !missing?.has(id));
  const done = (from: PickMemory, track: Track, { memory: changed, ...rest }: Result): Pick => {
    const result = {
      why: 'playlist' as const,
      playlistId: null,
      requestId: null,
      startsMs,
      event: null,
      spotKey: null,
      broken: [],
      ...rest,
    };
    return { ...result, track, memory: remember({ ...from, ...changed }, track, result.startsMs) };
  };

  const episode = plannedEpisode(programme, memory, { nowMs, startsMs, missing });
  if (episode) return done(memory, episode, { why: 'episode' });

  // An event that has nothing to play is dropped, and the next one is considered.
  let left = memory;
  for (;;) {
    const event = dueEvent(programme, left, { nowMs, startsMs });
    if (!event) break;
    const picked = forItem(programme, event.item, left, present, { ...options, atMs: event.startsMs });
    const events = [...left.events, event.key].slice(-REMEMBERED_EVENTS);
    left = { ...left, events };
    if (!picked) continue;
    const rest = event.item.kind === 'stop_set' ? event.item.count - 1 : 0;
    const stopSet = rest > 0 ? { itemId: event.item.id, atMs: event.startsMs, left: rest } : null;
    return done(left, picked.track, {
      ...picked.result,
      startsMs: event.startsMs,
      event,
      memory: { ...picked.result.memory, stopSet },
    });
  }
  const { stopSet } = left;
  if (stopSet) {
    const item = programme.clocks.flatMap(({ items }) => items).find(({ id }) => id === stopSet.itemId);
    const isOver = startsMs - stopSet.atMs > MAX_SET_GAP_MS;
    const picked = item && !isOver && forItem(programme, item, left, present, { ...options, atMs: startsMs });
    const rest = stopSet.left - 1;
    if (picked)
      return done(left, picked.track, {
        ...picked.result,
        memory: {
          ...picked.result.memory,
          stopSet: rest > 0 ? { ...stopSet, atMs: startsMs, left: rest } : null,
        },
      });
    // The set could not go on; an event that waited for its end is due now.
    return nextTrack(programme, { ...left, stopSet: null }, options);
  }

  const spot = spotAt(programme, left, { ...options, startsMs });
  if (spot)
    return done(left, spot.track, {
      why: 'spot',
      spotKey: spot.key,
      memory: { spots: [...left.spots, spot.key].slice(-REMEMBERED_SPOTS), lastSpotMs: startsMs },
    });

  const known = new Map(present.map((track) => [track.id, track]));
  const queue = left.queue.filter((id) => known.has(id));
  const queued = known.get(queue[0] ?? '');
  if (queued) return done(left, queued, { why: 'queue', memory: { queue: queue.slice(1) } });

  const context = contextAt(programme, left, present, { ...options, atMs: startsMs });
  const { tracks } = context;
  const lists = playlistsAt(programme, startsMs);
  const jingle = pickJingle(lists.jingles, context);
  if (jingle) return done(left, jingle.track, { why: 'jingle', playlistId: jingle.list.id });

  const hour = curatedHourAt(programme, startsMs);
  // The hour of a class is as the class arranged it; requests wait for its end.
  if (!hour && startsMs - left.lastRequestMs >= REQUEST_GAP_MS) {
    const brokenBy = createSeparation(context.separation, context.played, startsMs);
    const request = programme.requests.find(({ trackId }) => {
      const track = tracks.get(trackId);
      return track && !brokenBy(track).includes('title');
    });
    const requested = request && tracks.get(request.trackId);
    if (requested)
      return done(left, requested, {
        why: 'request',
        requestId: request.id,
        memory: { lastRequestMs: startsMs },
      });
  }
  const isFresh = hour && !hasBegun(hour, left.played);
  const places = isFresh ? { ...left.places, [hour.list.id]: 0 } : left.places;
  const picked = pickFromLists(lists.rotations, context, { places }) ?? pickFromLibrary(present, context);
  return picked && done(left, picked.track, picked.result);
}

/** The promo that a place of today has at this boundary, in its hours and far enough from when it played last. */
export function spotAt(
  programme: Programme,
  memory: PickMemory,
  { startsMs, missing, chance }: Omit<PickOptions, 'nowMs'> & { startsMs: number },
): Spot | undefined {
  if (programme.spotMinutes === null) return undefined;
  const present = programme.tracks.filter(({ id, offeringId }) => offeringId && !missing?.has(id));
  const { tracks, separation, played } = contextAt(programme, memory, present, { atMs: startsMs, chance });
  // Where it is the only jingle, none lies between; music does.
  const title = { ...separation.title, tracks: 0 };
  const brokenBy = createSeparation({ ...separation, title }, played, startsMs);
  const mayPlay = (track: Track) => !brokenBy(track).includes('title');
  return dueSpot(programme, memory, { atMs: startsMs, tracks: tracks.values(), mayPlay });
}

interface Start {
  /** When it would begin. */
  atMs: number;
  chance: () => number;
}

interface Chosen {
  track: Track;
  result: Result;
}

function contextAt(
  programme: Programme,
  memory: PickMemory,
  present: readonly Track[],
  { atMs, chance }: Start,
): PickContext {
  const wall = wallTimeAt(atMs, programme.station.zone);
  const [hard] = clockEventsBetween(programme, atMs, atMs + FIT_MS).filter(
    ({ item, key }) => item.mode === 'hard' && !memory.events.includes(key),
  );
  const factors = promoFactors(programme, present, atMs);
  const canPlay = (track: Track) => isInDayPart(track, wall) && factors.get(track.id) !== 0;
  return {
    atMs,
    chance,
    factors,
    tracks: new Map(present.filter(canPlay).map((track) => [track.id, track] as const)),
    played: memory.played,
    separation: clockAt(programme, atMs)?.separation ?? DEFAULT_SEPARATION,
    roomMs: hard && hard.atMs - atMs,
  };
}

function forItem(
  programme: Programme,
  item: ClockItem,
  memory: PickMemory,
  present: readonly Track[],
  options: Start,
): Chosen | undefined {
  const wall = wallTimeAt(options.atMs, programme.station.zone);
  const picked = pickForEvent(item, programme, {
    ...contextAt(programme, memory, present, options),
    places: memory.places,
    isOpen: (list) => isInDayPart(list, wall),
    jingles: playlistsAt(programme, options.atMs).jingles,
  });
  if (!picked) return undefined;
  const { track, playlistId, place } = picked;
  const places =
    playlistId !== null && place !== null ? { ...memory.places, [playlistId]: place } : memory.places;
  return { track, result: { why: 'clock', playlistId, memory: { places } } };
}

/** A list by weight; where its tracks would break a rule, another one. */
function pickFromLists(
  lists: readonly Playlist[],
  context: PickContext,
  { places }: { places: PickMemory['places'] },
): Chosen | undefined {
  const { tracks, chance } = context;
  let open = lists.filter((list) => list.entries.some(({ trackId }) => tracks.has(trackId)));
  let best: (PickedTrack & { list: Playlist }) | undefined;
  while (open.length > 0) {
    const list = chooseWeighted(open, ({ weight }) => weight, chance);
    if (!list) break;
    open = open.filter((other) => other !== list);
    if (list.order === 'in_order') {
      const there = list.entries.filter(({ trackId }) => tracks.has(trackId));
      const place = (places[list.id] ?? 0) % there.length;
      const track = tracks.get(there[place]?.trackId ?? '');
      if (track)
        return {
          track,
          result: { playlistId: list.id, memory: { places: { ...places, [list.id]: place + 1 } } },
        };
      continue;
    }
    const picked = pickShuffled(list.entries, context);
    if (picked && (!best || picked.broken.length < best.broken.length)) best = { ...picked, list };
    if (best?.broken.length === 0) break;
  }
  return best && { track: best.track, result: { playlistId: best.list.id, broken: best.broken } };
}

/** Without a playlist: all music. If nothing may play at this hour, what may not: there is always something on air. */
function pickFromLibrary(present: readonly Track[], context: PickContext): Chosen | undefined {
  const music = present.filter(({ kind }) => kind === 'music');
  const entries = music.map(({ id }) => ({ trackId: id, weight: 1 }));
  const all = new Map(music.map((track) => [track.id, track]));
  const picked = pickShuffled(entries, context);
  if (picked) return { track: picked.track, result: { why: 'library', broken: picked.broken } };
  const other = pickShuffled(entries, { ...context, tracks: all });
  return other && { track: other.track, result: { why: 'library', broken: ['day_part', ...other.broken] } };
}

function remember(memory: PickMemory, track: Track, atMs: number): PickMemory {
  const { id: trackId, artist, title, album, kind } = track;
  const played = [...memory.played, { trackId, artist, title, album, kind, atMs }];
  return { ...memory, played: played.slice(-REMEMBERED) };
}
