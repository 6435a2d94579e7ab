// Chooses and opens what plays next: first the track that a restart interrupted, then what the programme picks.
import type { TrackFiles } from '../library/track-files.ts';
import { nextTrack, type Pick } from '../schedule/next-track.ts';
import type { Programme } from '../schedule/programme.ts';
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import type { AirFacts, OpenedItem } from './air.ts';
import type { Clock } from './playout.ts';
import type { StationMemory } from './station-memory.ts';

interface NextTracksOptions {
  /** Its picks change with every track. */
  memory: StationMemory;
  files: TrackFiles;
  clock: Clock;
  chance: () => number;
  onAlarm(alarm: StationText): void;
}

export interface NextTracks {
  open(): Promise<OpenedItem | undefined>;
  /** What was picked last. */
  readonly openedPick: Pick | undefined;
  /** A missing file is available now, or no longer. */
  refreshFiles(): Promise<void>;
  /** Forgets granted requests that the programme no longer contains. */
  followRequests(programme: Programme): void;
}

// After a longer break a track starts again instead of continuing in the middle.
const RESUME_MS = 5 * 60_000;
const MAX_TRIES = 5;

export async function createNextTracks(options: NextTracksOptions): Promise<NextTracks> {
  const { memory, files, clock, chance, onAlarm } = options;
  const granted = new Set<string>();
  let present = await files.list();
  let resume = clock.wallMs() - memory.savedAtMs < RESUME_MS ? memory.current : null;
  let openedPick: Pick | undefined;

  async function openInterrupted(): Promise<OpenedItem | undefined> {
    const track = resume && memory.programme.tracks.find(({ id }) => id === resume?.trackId);
    if (!track || !present.has(track.file)) return undefined;
    const fromFrame = resume?.frame ?? 0;
    resume = null;
    const frames = await files.open(track.file).catch(() => []);
    return fromFrame < frames.length ? { facts: factsOf(track), frames, fromFrame } : undefined;
  }

  async function openPicked(): Promise<OpenedItem | undefined> {
    const missing = new Set(
      memory.programme.tracks.filter(({ file }) => !present.has(file)).map(({ id }) => id),
    );
    // An unreadable file is skipped and the next track is chosen, so one bad disk block causes no dead air.
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const programme = {
        ...memory.programme,
        requests: memory.programme.requests.filter(({ id }) => !granted.has(id)),
      };
      const pick = nextTrack(programme, memory.picks, { nowMs: clock.wallMs(), chance, missing });
      if (!pick) return undefined;
      try {
        const frames = await files.open(pick.track.file);
        memory.picks = pick.memory;
        if (pick.requestId) granted.add(pick.requestId);
        openedPick = pick;
        return { facts: factsOf(pick.track), frames };
      } catch (error) {
        missing.add(pick.track.id);
        memory.picks = { ...memory.picks, queue: memory.picks.queue.filter((id) => id !== pick.track.id) };
        const { title } = pick.track;
        onAlarm(stationText('track_could_not_be_played', { title, error: errorMessage(error) }));
      }
    }
    return undefined;
  }

  return {
    open: async () => (await openInterrupted()) ?? openPicked(),
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

function factsOf(track: Programme['tracks'][number]): AirFacts {
  const { id, kind, title, artist, album, cover, durationMs } = track;
  return { kind, trackId: id, title, artist, album, cover, durationMs };
}
