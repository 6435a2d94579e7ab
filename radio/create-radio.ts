// Assembles the station: programme, playout, mounts, audience, saved state. Files, clock and log are passed
// as arguments; sockets and requests come from server/radio.
import { join } from 'node:path';
import type { NowPlaying } from '#contracts/radio.ts';
import { describeNowPlaying, MAX_HISTORY } from './describe-now-playing.ts';
import { createTrackFiles, type TrackFiles } from './library/track-files.ts';
import { createAudience, type ListenerSession } from './mount/audience.ts';
import { icyBlock } from './mount/icy-metadata.ts';
import type { ListenerSocket } from './mount/mount.ts';
import { MOUNTS, type MountName, offeredMounts } from './mount/mount-facts.ts';
import { createSoundEncoder } from './mount/sound-encoder.ts';
import { createStationMounts, type StationMounts } from './mount/station-mounts.ts';
import { type StationFacts, streamHead } from './mount/stream-head.ts';
import { type Air, lineOf } from './playout/air.ts';
import { createPerformanceCount } from './playout/count-performances.ts';
import { createGridFollower } from './playout/follow-grid.ts';
import { createItemJoiner } from './playout/join-items.ts';
import { createNextTracks } from './playout/open-next.ts';
import { createPlayout } from './playout/playout.ts';
import type { LiveFeed } from './playout/playout-options.ts';
import { runTicks } from './playout/run-ticks.ts';
import { createStationSaver } from './playout/save-station.ts';
import { loadMemory, type StationMemory } from './playout/station-memory.ts';
import type { ListenerFacts, RadioOptions } from './radio-options.ts';
import { type Airing, airingAt } from './schedule/grid.ts';
import type { Programme } from './schedule/programme.ts';
import { englishText, errorMessage, type StationText, stationText } from './station-text.ts';

export interface Radio {
  start(): void;
  close(): Promise<void>;
  /** Sends what is due; called by the station's timer, and by tests with their own clock. */
  advance(): void;
  readonly programme: Programme;
  readonly files: TrackFiles;
  readonly hls: Pick<StationMounts, 'playlist' | 'segment'>;
  readonly station: StationFacts;
  setProgramme(programme: Programme): void;
  /** A missing file is available now, or no longer. */
  refreshFiles(): Promise<void>;
  nowPlaying(): NowPlaying;
  currentAiring(): Airing | undefined;
  subscribe(listener: (now: NowPlaying) => void): () => void;
  onFrames(listener: (frames: Uint8Array[], air: Air) => void): () => void;
  /** What listeners can connect to. */
  readonly mountNames: readonly MountName[];
  join(socket: ListenerSocket, facts: ListenerFacts): void;
  listenersOf(mount: MountName): { current: number; peak: number };
  /** Of those who listen now, until now. */
  listenerSessions(): ListenerSession[];
  polledHls(facts: { address: string; client: string }): void;
  /** What a page may prefetch before play is pressed. */
  sample(): Buffer;
  /** How far back a new listener begins. */
  readonly behind: StationMounts['behind'];
  skip(): void;
  queue(trackIds: string[]): void;
  readonly queued: string[];
  setLive(feed: LiveFeed | undefined): void;
  /** Ends this feed, unless another one has replaced it. */
  endLive(feed: LiveFeed): void;
  retitle(): void;
  raiseAlarm(alarm: StationText | null): void;
}

const FALLBACK_ALARM_MS = 30_000;

export async function createRadio(options: RadioOptions): Promise<Radio> {
  const {
    folder,
    siteUrl,
    fallbackFrames,
    stationLog,
    mix,
    encoder = createSoundEncoder(),
    chance = Math.random,
    isStation = () => true,
  } = options;
  const clock = options.clock ?? { monotonicMs: () => performance.now(), wallMs: Date.now };
  const memoryPath = join(folder, 'station.json');
  const memory: StationMemory = await loadMemory(memoryPath);
  const files = createTrackFiles(join(folder, 'tracks'));
  const mounts = createStationMounts({
    openPackets: files.openPackets,
    encoder,
    clock,
    onFailure: (error) => stationLog.alarm(stationText('mount_not_encoded', { error: errorMessage(error) })),
  });
  // Found once a second, not for each listener.
  let showId: string | null = null;
  const audience = createAudience({
    wallMs: clock.wallMs,
    onLeft: stationLog.listenerLeft,
    countryOf: options.countryOf,
    networkOf: options.networkOf,
    currentShowId: () => showId,
  });
  const performances = createPerformanceCount({ audience, onCounted: stationLog.played });
  const listeners = new Set<(now: NowPlaying) => void>();
  const taps = new Set<(frames: Uint8Array[], air: Air) => void>();
  let alarm: StationText | null = null;
  let stopTicks = () => {};
  const nextTracks = await createNextTracks({
    memory,
    files,
    episodeFiles: createTrackFiles(join(folder, 'episodes')),
    clock,
    chance,
    onAlarm: raiseAlarm,
  });

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
    onDropped: nextTracks.undo,
    joiner: mix && createItemJoiner(mix, stationLog.alarm),
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
    onFrames(frames, air, origin) {
      mounts.push(frames, air, origin);
      for (const tap of taps) tap(frames, air);
    },
    onAir(air) {
      mounts.announce(air.id, icyBlock(lineOf(air), siteUrl));
      if (air.kind === 'music' || air.kind === 'jingle') {
        const requestId = nextTracks.openedPick?.requestId;
        if (requestId && isStation()) stationLog.requestGranted(requestId);
        if (air.kind === 'music') alarm = null;
      }
      memory.history = [air, ...memory.history].slice(0, MAX_HISTORY + 1);
      if (isStation()) {
        stationLog.aired(air, { showId: currentAiring()?.showId ?? null, listeners: audience.current });
        performances.begin(air.id);
      } else performances.end();
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

  /** The track of the queue that is opened ahead: it is still to come. */
  function queuedAhead(): string | undefined {
    const pick = nextTracks.openedPick;
    return pick?.why === 'queue' && playout.next?.trackId === pick.track.id ? pick.track.id : undefined;
  }

  function nowPlaying(): NowPlaying {
    const facts = { siteUrl, playout, audience, alarm, nowMs: clock.wallMs() };
    return describeNowPlaying({ ...facts, programme: memory.programme, history: memory.history });
  }

  function notifyListeners(): void {
    if (listeners.size === 0) return;
    const now = nowPlaying();
    for (const listener of listeners) listener(now);
  }

  const grid = createGridFollower({ playout, airing: currentAiring, onShow: notifyListeners });
  let gridCheckedMs = 0;
  function advance(): void {
    playout.advance();
    const at = clock.wallMs();
    if (at - gridCheckedMs >= 1000 || at < gridCheckedMs) {
      gridCheckedMs = at;
      grid.follow();
      showId = currentAiring()?.showId ?? null;
      if (nextTracks.isStale(playout.endsMs)) playout.reopenNext();
      audience.sweep();
      mounts.sweep();
      if (alarm === null && playout.air?.kind === 'fallback' && playout.elapsedMs > FALLBACK_ALARM_MS) {
        raiseAlarm(stationText('nothing_to_play'));
      }
    }
    saver.saveIfDue();
  }

  const isIdle = () => audience.current === 0 && taps.size === 0 && playout.air?.kind !== 'live';

  return {
    start() {
      stopTicks = runTicks(advance, isIdle);
    },
    async close() {
      stopTicks();
      performances.end();
      mounts.close();
      audience.close();
      encoder.close();
      await saver.close();
    },
    advance,
    get programme() {
      return memory.programme;
    },
    files,
    hls: mounts,
    station,
    setProgramme(programme) {
      grid.followProgramme(() => {
        memory.programme = programme;
      });
      mounts.offer(offeredMounts(programme.station));
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
    get mountNames() {
      return offeredMounts(memory.programme.station);
    },
    listenersOf: (mount) => audience.onMount(mount),
    listenerSessions: () => audience.sessions(),
    join(socket, { mount, address, client, wantsIcy: asksForIcy }) {
      const left = audience.joined({ address, client, mount });
      const wantsIcy = asksForIcy && MOUNTS[mount].hasIcyTitles;
      mounts.join(mount, socket, {
        head: streamHead(station, { mount, wantsIcy }),
        wantsIcy,
        onLeave: left,
      });
    },
    polledHls: (facts) => audience.polled(facts),
    sample: () => mounts.burst(),
    get behind() {
      return mounts.behind;
    },
    skip() {
      playout.skip();
    },
    queue(trackIds) {
      // A track that is being mixed in plays in any case, and leaves the queue.
      const at = playout.isMixingNext ? trackIds.indexOf(queuedAhead() ?? '') : -1;
      memory.picks = { ...memory.picks, queue: trackIds.filter((_, index) => index !== at) };
      playout.reopenNext();
      notifyListeners();
      saver.save();
    },
    get queued() {
      const first = queuedAhead();
      return first === undefined ? memory.picks.queue : [first, ...memory.picks.queue];
    },
    setLive: (feed) => playout.setLive(feed),
    endLive: (feed) => playout.endLive(feed),
    retitle: () => playout.retitle(),
    raiseAlarm,
  };
}
