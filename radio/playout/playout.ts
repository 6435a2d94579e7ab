// What the station sends, frame by frame, at the pace of a clock: live before programme before fallback. There is always
// something to send: a late or missing item is bridged by the fallback, never by silence.
// Knows neither files nor sockets; the next item is requested while the current one plays.
import { randomUUID } from 'node:crypto';
import { isEmptyFrame } from '../audio/mp3-frame.ts';
import { createEntryGuard } from '../audio/splice.ts';
import { FRAME_MS, framesToMs, msToFrames } from '../audio/station-format.ts';
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import type { Air, AirFacts, OpenedItem } from './air.ts';

export interface Clock {
  /** Monotonic, at the pace of sound. */
  monotonicMs(): number;
  wallMs(): number;
}

/** A live source. Returns what has arrived, and no more. */
export interface LiveFeed {
  facts(): AirFacts;
  take(count: number): Uint8Array[];
  /** Enough has arrived to start, or to resume after a stall. */
  readonly isReady: boolean;
  /** The buffer is full: the station should run slightly faster than its clock. */
  readonly isCrowded: boolean;
}

export interface PlayoutOptions {
  clock: Clock;
  /** Opens the next item. Called ahead of time, once per item. */
  openNext(): Promise<OpenedItem | undefined>;
  /** Frames that are always available. */
  fallback: { facts: AirFacts; frames: Uint8Array[] };
  onFrames(frames: Uint8Array[], air: Air): void;
  onAir(air: Air): void;
  onAlarm(alarm: StationText | null): void;
  /** Sound sent ahead when the station starts, so that the first listener gets a full burst. */
  prefillMs?: number;
  /** How much dead air is tolerated before the programme moves on. */
  maxSilenceMs?: number;
}

export interface Playout {
  /** Sends what is due. Call it often; how often does not change what is sent. */
  advance(): void;
  setLive(feed: LiveFeed | undefined): void;
  /** Ends this feed, unless another one has replaced it. */
  endLive(feed: LiveFeed): void;
  /** Ends the current programme item. */
  skip(): void;
  /** Drops what was opened ahead, after the programme changed. */
  reopenNext(): void;
  /** The live title changed. */
  retitle(): void;
  readonly air: Air | undefined;
  readonly elapsedMs: number;
  readonly isLive: boolean;
  readonly next: AirFacts | undefined;
  readonly programmeFrame: number;
}

// After a suspended process wakes up, the missed minutes are skipped.
const MAX_CATCH_UP_MS = 3000;

export function createPlayout(options: PlayoutOptions): Playout {
  const { clock, fallback, openNext, onFrames, onAir, onAlarm } = options;
  const { prefillMs = 6000, maxSilenceMs = 5000 } = options;
  let baseMs: number | undefined;
  let released = 0;
  let live: LiveFeed | undefined;
  let isLiveOn = false;
  let current: OpenedItem | undefined;
  let currentFrame = 0;
  /** The item that `air` speaks of. */
  let aired: OpenedItem | undefined;
  let next: OpenedItem | undefined;
  let opening = false;
  let openings = 0;
  let air: Air | undefined;
  let airFrames = 0;
  let fallbackFrame = 0;
  let source: 'live' | 'programme' | 'fallback' | undefined;
  let emptyFrames = 0;
  const entry = createEntryGuard();

  function open(): void {
    if (opening || next) return;
    opening = true;
    const mine = ++openings;
    openNext()
      .then((item) => {
        if (mine === openings && item && item.frames.length > 0) next = item;
      })
      .catch((error: unknown) => onAlarm(stationText('next_item_not_opened', { error: errorMessage(error) })))
      .finally(() => {
        if (mine === openings) opening = false;
      });
  }

  function beginAir(facts: AirFacts, kind: typeof source): void {
    if (kind !== 'live' || source !== 'live') entry.reset();
    source = kind;
    airFrames = 0;
    air = { ...facts, id: randomUUID(), startedAt: new Date(clock.wallMs()).toISOString() };
    onAir(air);
  }

  function takeFrames(count: number): Uint8Array[] {
    if (live && !isLiveOn && live.isReady) isLiveOn = true;
    if (live && isLiveOn) {
      const frames = live.take(count);
      if (frames.length > 0) {
        if (source !== 'live') {
          // After the live show the programme starts a new item instead of resuming mid-track.
          current = undefined;
          beginAir(live.facts(), 'live');
        }
        return frames;
      }
      isLiveOn = false;
    }
    const item = programmeItem();
    if (item) {
      if (source !== 'programme' || aired !== item) beginAir(item.facts, 'programme');
      aired = item;
      const frames = item.frames.slice(currentFrame, currentFrame + count);
      currentFrame += frames.length;
      return frames;
    }
    if (source !== 'fallback') beginAir(fallback.facts, 'fallback');
    const frames = fallback.frames.slice(fallbackFrame, fallbackFrame + count);
    fallbackFrame = (fallbackFrame + frames.length) % fallback.frames.length;
    return frames;
  }

  function programmeItem(): OpenedItem | undefined {
    if (current && currentFrame < current.frames.length) return current;
    current = next;
    currentFrame = next?.fromFrame ?? 0;
    next = undefined;
    open();
    return current;
  }

  function watchSilence(frames: Uint8Array[]): void {
    for (const frame of frames) emptyFrames = isEmptyFrame(frame) ? emptyFrames + 1 : 0;
    if (framesToMs(emptyFrames) < maxSilenceMs || source !== 'programme') return;
    emptyFrames = 0;
    const seconds = Math.round(maxSilenceMs / 1000);
    onAlarm(stationText('silent_track_skipped', { title: air?.title ?? '', seconds }));
    current = undefined;
  }

  function send(count: number): void {
    let left = count;
    while (left > 0) {
      const frames = takeFrames(left);
      if (frames.length === 0 || !air) break;
      left -= frames.length;
      onFrames(entry.pass(frames), air);
      airFrames += frames.length;
      watchSilence(frames);
    }
    released += count;
  }

  return {
    advance() {
      const now = clock.monotonicMs();
      open();
      if (baseMs === undefined) {
        baseMs = now;
        send(msToFrames(prefillMs));
        released = 0;
        return;
      }
      let due = msToFrames(now - baseMs) - released;
      if (due > msToFrames(MAX_CATCH_UP_MS)) {
        baseMs = now - framesToMs(released) - MAX_CATCH_UP_MS;
        due = msToFrames(MAX_CATCH_UP_MS);
      }
      // A source whose clock is faster than ours: its surplus is removed one frame at a time.
      if (isLiveOn && live?.isCrowded) {
        due++;
        baseMs -= FRAME_MS;
      }
      if (due > 0) send(due);
    },
    setLive(feed) {
      live = feed;
      isLiveOn = false;
    },
    endLive(feed) {
      if (live !== feed) return;
      live = undefined;
      isLiveOn = false;
    },
    skip() {
      current = undefined;
    },
    reopenNext() {
      next = undefined;
      opening = false;
      openings++;
      open();
    },
    retitle() {
      if (source === 'live' && live) beginAir(live.facts(), 'live');
    },
    get air() {
      return air;
    },
    get elapsedMs() {
      return framesToMs(airFrames + (source === 'programme' ? (current?.fromFrame ?? 0) : 0));
    },
    get isLive() {
      return source === 'live';
    },
    get next() {
      return next?.facts;
    },
    get programmeFrame() {
      return source === 'programme' ? currentFrame : 0;
    },
  };
}
