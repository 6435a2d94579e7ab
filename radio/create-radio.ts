// Assembles the station: programme, playout, MP3 mount, HLS, audience, saved state. Files, clock and log are passed
// as arguments; sockets and requests come from server/radio.
import { join } from 'node:path';
import type { AirItem, NowPlaying } from '#contracts/radio.ts';
import { createChunkMaker } from './audio/chunk.ts';
import { describeNowPlaying, MAX_HISTORY } from './describe-now-playing.ts';
import { createTrackFiles, type TrackFiles } from './library/track-files.ts';
import { createAudience, type ListenerSession } from './mount/audience.ts';
import { createHls, type Hls } from './mount/hls.ts';
import { icyBlock } from './mount/icy-metadata.ts';
import { createMount, type ListenerSocket } from './mount/mount.ts';
import { type StationFacts, streamHead } from './mount/stream-head.ts';
import { type Air, lineOf } from './playout/air.ts';
import { createNextTracks } from './playout/open-next.ts';
import { type Clock, createPlayout, type LiveFeed } from './playout/playout.ts';
import { createStationSaver } from './playout/save-station.ts';
import { loadMemory, type StationMemory } from './playout/station-memory.ts';
import { type Airing, airingAt } from './schedule/grid.ts';
import type { Programme } from './schedule/programme.ts';
import { englishText, type StationText, stationText } from './station-text.ts';

/** What the station records. It never waits for it: the music continues while the database is unavailable. */
export interface StationLog {
  aired(air: AirItem, context: { showId: string | null; listeners: number }): void;
  requestGranted(requestId: string): void;
  listenerLeft(session: ListenerSession): void;
  alarm(alarm: StationText): void;
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
  raiseAlarm(alarm: StationText | null): void;
}

const TICK_MS = 100;
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
  let alarm: StationText | null = null;
  let airingId: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const nextTracks = await createNextTracks({ memory, files, clock, chance, onAlarm: raiseAlarm });

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
    openNext: nextTracks.open,
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
        const requestId = nextTracks.openedPick?.requestId;
        if (requestId && isStation()) stationLog.requestGranted(requestId);
        if (air.kind === 'music') alarm = null;
      }
      memory.history = [air, ...memory.history].slice(0, MAX_HISTORY + 1);
      if (isStation()) {
        stationLog.aired(air, { showId: currentAiring()?.showId ?? null, listeners: audience.current });
      }
      notifyListeners();
      saver.save();
    },
    onAlarm: raiseAlarm,
  });
  const saver = createStationSaver({
    path: memoryPath,
    memory,
    playout,
    clock,
    isStation,
    onFailure(failure) {
      alarm = failure;
    },
  });

  function raiseAlarm(raised: StationText | null): void {
    if (raised && (!alarm || englishText(raised) !== englishText(alarm))) stationLog.alarm(raised);
    alarm = raised;
    notifyListeners();
  }

  function currentAiring(): Airing | undefined {
    return airingAt(memory.programme, clock.wallMs());
  }

  function nowPlaying(): NowPlaying {
    const { programme, history } = memory;
    return describeNowPlaying({
      siteUrl,
      programme,
      history,
      playout,
      audience,
      alarm,
      nowMs: clock.wallMs(),
    });
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

  let gridCheckedMs = 0;
  function advance(): void {
    playout.advance();
    const at = clock.wallMs();
    if (at - gridCheckedMs >= 1000 || at < gridCheckedMs) {
      gridCheckedMs = at;
      followGrid();
      audience.sweep();
      if (alarm === null && playout.air?.kind === 'fallback' && playout.elapsedMs > FALLBACK_ALARM_MS) {
        raiseAlarm(stationText('nothing_to_play'));
      }
    }
    saver.saveIfDue();
  }

  return {
    start() {
      advance();
      timer = setInterval(advance, TICK_MS);
    },
    async close() {
      clearInterval(timer);
      mount.close();
      await saver.close();
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
      nextTracks.followRequests(programme);
      notifyListeners();
    },
    refreshFiles: () => nextTracks.refreshFiles(),
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
      saver.save();
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
