// Chooses and opens what plays next: first the track that a restart interrupted, then what the programme picks.
import { FRAME_MS, msToFrames } from '../audio/station-format.ts';
import type { TrackFiles } from '../library/track-files.ts';
import { dueEvent, SOFT_EARLY_MS } from '../schedule/due-event.ts';
import { airingAt } from '../schedule/grid.ts';
import { nextTrack, type PickMemory, spotAt, type Pick as TrackPick } from '../schedule/next-track.ts';
import type { Playlist, Programme, Track } from '../schedule/programme.ts';
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import { DEFAULT_TRANSITION } from '../transition/plan-transition.ts';
import type { AirFacts, OpenedItem } from './air.ts';
import type { Clock } from './playout-options.ts';
import type { StationMemory } from './station-memory.ts';

interface NextTracksOptions {
  /** Its picks change with every track. */
  memory: StationMemory;
  files: TrackFiles;
  /** Recordings that the grid plays. */
  episodeFiles: Pick<TrackFiles, 'open'>;
  clock: Clock;
  chance: () => number;
  onAlarm(alarm: StationText): void;
}

export interface NextTracks {
  /** `startsMs`: the wall time at which what plays now ends. */
  open(startsMs: number): Promise<OpenedItem | undefined>;
  /** What was opened last is not played: it counts as neither played nor granted. */
  undo(): void;
  /** The hour clock wants something else than what was opened: the time changed, or the clock did. */
  isStale(startsMs: number): boolean;
  /** What was picked last. */
  readonly openedPick: TrackPick | undefined;
  /** A missing file is available now, or no longer. */
  refreshFiles(): Promise<void>;
  /** Forgets granted requests that the programme no longer contains. */
  followRequests(programme: Programme): void;
}

// After a longer break a track starts again instead of continuing in the middle.
const RESUME_MS = 5 * 60_000;
const MAX_TRIES = 5;
// In the middle of a file the first frames lack earlier bytes and are muted.
const MUTED_FRAMES = 2;
// A transition ends a track some seconds early; what was opened for its end stays.
const STEADY_MS = 15_000;

export async function createNextTracks(options: NextTracksOptions): Promise<NextTracks> {
  const { memory, files, episodeFiles, clock, chance, onAlarm } = options;
  const granted = new Set<string>();
  let present = await files.list();
  let resume = memory.current;
  let openedPick: TrackPick | undefined;
  /** What the picks were before it. */
  let before: PickMemory | undefined;
  let openings = 0;
  const open = ({ kind, file }: Track) => (kind === 'episode' ? episodeFiles : files).open(file);

  async function openInterrupted(): Promise<OpenedItem | undefined> {
    if (!resume) return undefined;
    const { trackId, frame } = resume;
    resume = null;
    const { tracks, episodes } = memory.programme;
    const track = [...tracks, ...episodes].find(({ id }) => id === trackId);
    const awayMs = clock.wallMs() - memory.savedAtMs;
    // A recording has its time in the grid: after a longer break it continues where it would be by now.
    const isDue =
      track?.kind === 'episode' && airingAt(memory.programme, clock.wallMs())?.episodeId === trackId;
    if (!track || (awayMs >= RESUME_MS && !isDue)) return undefined;
    const fromFrame = awayMs < RESUME_MS ? frame : frame + msToFrames(awayMs);
    const frames = await open(track).catch(() => []);
    if (frames.length === 0) return undefined;
    const item = openedItem(track, frames);
    return fromFrame < item.frames.length ? { ...item, fromFrame } : undefined;
  }

  function missingTracks(): Set<string> {
    return new Set(memory.programme.tracks.filter(({ file }) => !present.has(file)).map(({ id }) => id));
  }

  /** A spot is due that was not opened, or one was opened that no longer is. */
  function isSpotStale({ spotKey }: TrackPick, picks: PickMemory, startsMs: number): boolean {
    if (memory.programme.spotMinutes === null && spotKey === null) return false;
    const due = spotAt(memory.programme, picks, { startsMs, missing: missingTracks(), chance });
    return (due?.key ?? null) !== spotKey;
  }

  async function openPicked(startsMs: number, mine: number): Promise<OpenedItem | undefined> {
    const missing = missingTracks();
    // An unreadable file is skipped and the next track is chosen, so one bad disk block causes no dead air.
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const programme = {
        ...memory.programme,
        requests: memory.programme.requests.filter(({ id }) => !granted.has(id)),
      };
      const picks = memory.picks;
      const pick = nextTrack(programme, picks, { nowMs: clock.wallMs(), startsMs, chance, missing });
      if (!pick) return undefined;
      try {
        const frames = await open(pick.track);
        // Another one was asked for meanwhile.
        if (mine !== openings) return undefined;
        before = picks;
        // Staff may have changed the queue meanwhile.
        memory.picks = memory.picks === picks ? pick.memory : { ...pick.memory, queue: memory.picks.queue };
        if (pick.requestId) granted.add(pick.requestId);
        openedPick = pick;
        const playlist = programme.playlists.find(({ id }) => id === pick.playlistId);
        return { ...openedItem(pick.track, frames, playlist), ...timesOf(pick) };
      } catch (error) {
        missing.add(pick.track.id);
        memory.picks = {
          ...memory.picks,
          queue: memory.picks.queue.filter((id) => id !== pick.track.id),
          spots: pick.spotKey === null ? memory.picks.spots : pick.memory.spots,
        };
        const { title } = pick.track;
        onAlarm(stationText('track_could_not_be_played', { title, error: errorMessage(error) }));
      }
    }
    return undefined;
  }

  return {
    async open(startsMs) {
      const mine = ++openings;
      const interrupted = await openInterrupted();
      if (interrupted) return interrupted;
      before = undefined;
      return openPicked(startsMs, mine);
    },
    undo() {
      if (!before || !openedPick) return;
      const { queue } = memory.picks;
      const isSameQueue = queue === openedPick.memory.queue;
      memory.picks = isSameQueue ? before : { ...before, queue };
      if (openedPick.requestId) granted.delete(openedPick.requestId);
      before = undefined;
    },
    isStale(startsMs) {
      // A recording begins at its time in the grid, whatever is late.
      if (!before || !openedPick || openedPick.why === 'episode') return false;
      const { event, memory: after } = openedPick;
      const events = after.events.filter((key) => key !== event?.key);
      const due = dueEvent(
        memory.programme,
        { events, stopSet: before.stopSet },
        { nowMs: clock.wallMs(), startsMs },
      );
      if (!due && !event && !before.stopSet) return isSpotStale(openedPick, before, startsMs);
      if (due?.key === event?.key) return false;
      const isSteady = !due && event && !event.isCut && startsMs >= event.atMs - SOFT_EARLY_MS - STEADY_MS;
      return !(isSteady && startsMs - event.atMs <= event.item.maxLateMin * 60_000);
    },
    get openedPick() {
      return openedPick;
    },
    async refreshFiles() {
      present = await files.list();
    },
    followRequests({ requests }) {
      const open = new Set(requests.map(({ id }) => id));
      for (const id of granted) if (!open.has(id)) granted.delete(id);
    },
  };
}

/** When an event of the hour clock may begin; a hard one ends what plays before. */
function timesOf({ event }: TrackPick): Pick<OpenedItem, 'cutInMs' | 'notBeforeMs'> {
  if (!event) return {};
  if (event.isCut) return { cutInMs: event.atMs, notBeforeMs: event.atMs };
  return { notBeforeMs: event.atMs - SOFT_EARLY_MS - STEADY_MS };
}

/** From its cue-in to its cue-out; with what its transitions need. */
function openedItem(
  track: Track,
  frames: Uint8Array[],
  { transition, transitionSeconds }: Pick<Playlist, 'transition' | 'transitionSeconds'> = DEFAULT_TRANSITION,
): OpenedItem {
  const cueInFrame = Math.min(msToFrames(track.cueInMs), frames.length - 1);
  const cueOutFrame = Math.min(frames.length, Math.max(cueInFrame + 1, Math.ceil(track.cueOutMs / FRAME_MS)));
  return {
    facts: factsOf(track),
    frames: frames.slice(0, cueOutFrame),
    fromFrame: Math.max(0, cueInFrame - MUTED_FRAMES),
    // A recorded show has its own beginning and end: it is cut in.
    track:
      track.kind === 'episode'
        ? undefined
        : {
            file: track.file,
            frames,
            isJingle: track.kind === 'jingle',
            frameCount: frames.length,
            cueInFrame,
            cueOutFrame,
            style: transition,
            seconds: transitionSeconds,
          },
  };
}

function factsOf(track: Track): AirFacts {
  const { id, kind, title, artist, album, cover, durationMs } = track;
  return { kind, trackId: id, title, artist, album, cover, durationMs };
}
