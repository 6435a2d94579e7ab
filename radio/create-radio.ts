// Assembles the station: programme, playout, MP3 mount, HLS, audience, saved state. Files, clock and log are passed
// as arguments; sockets and requests come from server/radio.
import { join } from 'node:path';
import type { AirItem, AirShow, NowPlaying } from '#contracts/radio.ts';
import { createChunkMaker } from './audio/chunk.ts';
import { createTrackFiles, type TrackFiles } from './library/track-files.ts';
import { createAudience, type ListenerSession } from './mount/audience.ts';
import { createHls, type Hls } from './mount/hls.ts';
import { icyBlock } from './mount/icy-metadata.ts';
import { createMount, type ListenerSocket } from './mount/mount.ts';
import { type StationFacts, streamHead } from './mount/stream-head.ts';
import { type Air, type AirFacts, lineOf, type OpenedItem } from './playout/air.ts';
import { type Clock, createPlayout, type LiveFeed } from './playout/playout.ts';
import { loadMemory, type StationMemory, saveMemory } from './playout/station-memory.ts';
import { type Airing, airingAt, nextAiring } from './schedule/grid.ts';
import { nextTrack, type Pick } from './schedule/next-track.ts';
import type { Programme, Show } from './schedule/programme.ts';

/** What the station records. It never waits for it: the music continues while the database is unavailable. */
export interface StationLog {
  aired(air: AirItem, context: { showId: string | null; listeners: number }): void;
  requestGranted(requestId: string): void;
  listenerLeft(session: ListenerSession): void;
  alarm(alarmText: string): void;
}

export interface RadioOptions {
  /** Contains tracks/ and the station's saved state. */
  folder: string;
  siteUrl: string;
  /** What plays when nothing else is available. */
  fallbackFrames: Uint8Array[];
  stationLog: StationLog;
  clock?: Clock;
  chance?: () => number;
  /** False while another process is the station: then nothing is recorded or saved here. */
  isStation?: () => boolean;
}

interface ListenerFacts {
  address: string;
  client: string;
  wantsIcy: boolean;
}

export interface Radio {
  start(): void;
  close(): Promise<void>;
  /** Sends what is due; called by the station's timer, and by tests with their own clock. */
  advance(): void;
  readonly programme: Programme;
  readonly files: TrackFiles;
  readonly hls: Hls;
  readonly station: StationFacts;
  setProgramme(programme: Programme): void;
  /** A missing file is available now, or no longer. */
  refreshFiles(): Promise<void>;
  nowPlaying(): NowPlaying;
  currentAiring(): Airing | undefined;
  subscribe(listener: (now: NowPlaying) => void): () => void;
  onFrames(listener: (frames: Uint8Array[], air: Air) => void): () => void;
  join(socket: ListenerSocket, facts: ListenerFacts): void;
  polledHls(facts: { address: string; client: string }): void;
  /** What a page may prefetch before play is pressed. */
  sample(): Buffer;
  skip(): void;
  queue(trackIds: string[]): void;
  readonly queued: string[];
  setLive(feed: LiveFeed | undefined): void;
  /** Ends this feed, unless another one has replaced it. */
  endLive(feed: LiveFeed): void;
  retitle(): void;
  raiseAlarm(alarmText: string | null): void;
}

const TICK_MS = 100;
const SAVE_MS = 10_000;
// After a longer break a track starts again instead of continuing in the middle.
const RESUME_MS = 5 * 60_000;
const HISTORY = 20;
const FALLBACK_ALARM_MS = 30_000;
const FRAMES_A_CHUNK = 24;

export async function createRadio(options: RadioOptions): Promise<Radio> {
  const {
    folder,
    siteUrl,
    fallbackFrames,
    stationLog,
    chance = Math.random,
    isStation = () => true,
  } = options;
  const clock = options.clock ?? { monotonicMs: () => performance.now(), wallMs: Date.now };
  const memoryPath = join(folder, 'station.json');
  const memory: StationMemory = await loadMemory(memoryPath);
  const files = createTrackFiles(join(folder, 'tracks'));
  const chunks = createChunkMaker();
  const mount = createMount({ monotonicMs: clock.monotonicMs });
  const hls = createHls({ wallMs: clock.wallMs });
  const audience = createAudience({ wallMs: clock.wallMs, onLeft: stationLog.listenerLeft });
  const listeners = new Set<(now: NowPlaying) => void>();
  const taps = new Set<(frames: Uint8Array[], air: Air) => void>();
  const granted = new Set<string>();
  let present = await files.list();
  let resume = clock.wallMs() - memory.savedAtMs < RESUME_MS ? memory.current : null;
  let alarm: string | null = null;
  let airingId: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let savedMs = 0;
  let saving = Promise.resolve();
  let isSaving = false;
  let onAirPick: Pick | undefined;
  let openedPick: Pick | undefined;

  const station: StationFacts = {
    get name() {
      return memory.programme.station.name;
    },
    get description() {
      return memory.programme.station.description;
    },
    url: siteUrl,
    genre: 'community radio',
  };

  const playout = createPlayout({
    clock,
    openNext,
    fallback: {
      facts: {
        kind: 'fallback',
        trackId: null,
        title: 'onda',
        artist: '',
        album: '',
        cover: null,
        durationMs: null,
      },
      frames: fallbackFrames,
    },
    onFrames(frames, air) {
      for (let at = 0; at < frames.length; at += FRAMES_A_CHUNK) {
        mount.push(chunks.make(frames.slice(at, at + FRAMES_A_CHUNK), air.id));
      }
      hls.push(frames, air);
      for (const tap of taps) tap(frames, air);
    },
    onAir(air) {
      mount.announce(air.id, icyBlock(lineOf(air), siteUrl));
      if (air.kind === 'music' || air.kind === 'jingle') {
        onAirPick = openedPick;
        if (onAirPick?.requestId && isStation()) stationLog.requestGranted(onAirPick.requestId);
        if (air.kind === 'music') alarm = null;
      }
      memory.history = [air, ...memory.history].slice(0, HISTORY + 1);
      if (isStation()) {
        stationLog.aired(air, { showId: currentAiring()?.showId ?? null, listeners: audience.current });
      }
      notifyListeners();
      save();
    },
    onAlarm: raiseAlarm,
  });

  async function openNext(): Promise<OpenedItem | undefined> {
    const missing = new Set(
      memory.programme.tracks.filter(({ file }) => !present.has(file)).map(({ id }) => id),
    );
    const resumed = resume && memory.programme.tracks.find(({ id }) => id === resume?.trackId);
    if (resumed && present.has(resumed.file)) {
      const fromFrame = resume?.frame ?? 0;
      resume = null;
      const frames = await files.open(resumed.file).catch(() => []);
      if (fromFrame < frames.length) return { facts: factsOf(resumed), frames, fromFrame };
    }
    // An unreadable file is skipped and the next track is chosen, so one bad disk block causes no dead air.
    for (let tries = 0; tries < 5; tries++) {
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
        raiseAlarm(
          `"${pick.track.title}" could not be played: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
    return undefined;
  }

  function raiseAlarm(alarmText: string | null): void {
    if (alarmText && alarmText !== alarm) stationLog.alarm(alarmText);
    alarm = alarmText;
    notifyListeners();
  }

  function currentAiring(): Airing | undefined {
    return airingAt(memory.programme, clock.wallMs());
  }

  function showOf(airing: Airing | undefined): AirShow | null {
    const show = memory.programme.shows.find(({ id }) => id === airing?.showId);
    return airing && show ? airShow(airing, show) : null;
  }

  function nowPlaying(): NowPlaying {
    const now = playout.air ?? null;
    const next = playout.next;
    return {
      station: { name: station.name, url: siteUrl },
      isOnAir: now !== null,
      isLive: playout.isLive,
      now,
      elapsedMs: Math.round(playout.elapsedMs),
      next: next ? { ...next, id: `next-${next.trackId ?? ''}` } : null,
      history: memory.history.filter(({ id }) => id !== now?.id).slice(0, HISTORY),
      show: showOf(currentAiring()),
      nextShow: showOf(nextAiring(memory.programme, clock.wallMs())),
      listeners: { current: audience.current, peak: audience.peak },
      streams: { mp3: `${siteUrl}/radio/live.mp3`, hls: `${siteUrl}/radio/live.m3u8` },
      alarm,
      at: new Date(clock.wallMs()).toISOString(),
    };
  }

  function notifyListeners(): void {
    if (listeners.size === 0) return;
    const now = nowPlaying();
    for (const listener of listeners) listener(now);
  }

  /** Shows change on the minute, whatever is playing; a sharp one does not wait for the track to end. */
  function followGrid(): void {
    const airing = currentAiring();
    if (airing?.id === airingId) return;
    const isFirst = airingId === undefined;
    airingId = airing?.id;
    if (isFirst) return;
    playout.reopenNext();
    if (airing?.isSharp && !playout.isLive) playout.skip();
    notifyListeners();
  }

  function save(): void {
    // A slow disk gets the newest state when ready, not a queue of old ones.
    if (isSaving || !isStation()) return;
    const at = clock.wallMs();
    savedMs = at;
    isSaving = true;
    const { air } = playout;
    const current =
      air?.trackId && !playout.isLive ? { trackId: air.trackId, frame: playout.programmeFrame } : null;
    const state = { ...memory, current, savedAtMs: at };
    saving = saveMemory(memoryPath, state)
      .catch((error: unknown) => {
        // On a full disk the station plays on without saving its position.
        alarm = `The station cannot write to its folder: ${error instanceof Error ? error.message : error}`;
      })
      .finally(() => {
        isSaving = false;
      });
  }

  let gridCheckedMs = 0;
  function advance(): void {
    playout.advance();
    const at = clock.wallMs();
    if (at - gridCheckedMs >= 1000 || at < gridCheckedMs) {
      gridCheckedMs = at;
      followGrid();
      audience.sweep();
      if (alarm === null && playout.air?.kind === 'fallback' && playout.elapsedMs > FALLBACK_ALARM_MS) {
        raiseAlarm(
          'Nothing to play: the interval signal is on air. Upload music or add tracks to a playlist.',
        );
      }
    }
    if (at - savedMs >= SAVE_MS || at < savedMs) save();
  }

  return {
    start() {
      advance();
      timer = setInterval(advance, TICK_MS);
    },
    async close() {
      clearInterval(timer);
      mount.close();
      await saving;
      save();
      await saving;
    },
    advance,
    get programme() {
      return memory.programme;
    },
    files,
    hls,
    station,
    setProgramme(programme) {
      memory.programme = programme;
      const open = new Set(programme.requests.map(({ id }) => id));
      for (const id of granted) if (!open.has(id)) granted.delete(id);
      notifyListeners();
    },
    async refreshFiles() {
      present = await files.list();
    },
    nowPlaying,
    currentAiring,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFrames(listener) {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    join(socket, { address, client, wantsIcy }) {
      const left = audience.joined({ address, client });
      mount.join(socket, { head: streamHead(station, { wantsIcy }), wantsIcy, onLeave: left });
    },
    polledHls: (facts) => audience.polled(facts),
    sample: () => mount.burst(),
    skip() {
      playout.skip();
    },
    queue(trackIds) {
      memory.picks = { ...memory.picks, queue: trackIds };
      playout.reopenNext();
      save();
    },
    get queued() {
      return memory.picks.queue;
    },
    setLive: (feed) => playout.setLive(feed),
    endLive: (feed) => playout.endLive(feed),
    retitle: () => playout.retitle(),
    raiseAlarm,
  };
}

function factsOf(track: Programme['tracks'][number]): AirFacts {
  const { id, kind, title, artist, album, cover, durationMs } = track;
  return { kind, trackId: id, title, artist, album, cover, durationMs };
}

function airShow(airing: Airing, { id, slug, title, host }: Show): AirShow {
  return {
    id,
    slug,
    title,
    host,
    startsAt: new Date(airing.startsMs).toISOString(),
    endsAt: new Date(airing.endsMs).toISOString(),
  };
}
