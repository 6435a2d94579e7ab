// What the station sends, frame by frame, at the pace of a clock: live before programme before fallback. There is always
// something to send: a late or missing item is bridged by the fallback, never by silence.
// Knows neither files nor sockets; the next item is requested while the current one plays.
import { randomUUID } from 'node:crypto';
import { createFrameFade, type FrameFade } from '../audio/fade-frames.ts';
import { isEmptyFrame } from '../audio/mp3-frame.ts';
import { createEntryGuard } from '../audio/splice.ts';
import { FRAME_MS, framesToMs, msToFrames } from '../audio/station-format.ts';
import { errorMessage, stationText } from '../station-text.ts';
import { type Air, type AirFacts, type FrameOrigin, framesOfOneKind, type OpenedItem } from './air.ts';
import type { Join } from './join-items.ts';
import type { LiveFeed, Playout, PlayoutOptions } from './playout-options.ts';

// After a suspended process wakes up, the missed minutes are skipped.
const MAX_CATCH_UP_MS = 3000;
// As long as for a live source: what was recorded live can be repeated.
const MAX_EPISODE_SILENCE_MS = 15_000;
const SKIP_FADE_FRAMES = msToFrames(1000);
// A frame or two, and the ticks of the station's clock.
const EARLY_MS = 1000;
// A host waits for it: short, but no cut.
const LIVE_FADE_FRAMES = msToFrames(500);

export function createPlayout(options: PlayoutOptions): Playout {
  const { clock, fallback, openNext, joiner, onFrames, onAir, onAlarm, onDropped } = options;
  const { prefillMs = 6000, maxSilenceMs = 5000 } = options;
  let baseMs: number | undefined;
  let released = 0;
  let live: LiveFeed | undefined;
  let isLiveOn = false;
  let current: OpenedItem | undefined;
  let currentFrame = 0;
  /** What `air` speaks of. */
  let aired: AirFacts | undefined;
  let next: OpenedItem | undefined;
  let join: Join | undefined;
  /** The current item is on its way out, for a skip or a live source. */
  let fade: FrameFade | undefined;
  /** The programme changed while the next item was being mixed in. */
  let isNextStale = false;
  let opening = false;
  let openings = 0;
  let air: Air | undefined;
  let airFrames = 0;
  let fallbackFrame = 0;
  let source: 'live' | 'programme' | 'fallback' | undefined;
  let emptyFrames = 0;
  /** Of the frames that were taken last. */
  let origin: FrameOrigin | undefined;
  const entry = createEntryGuard();

  function open(): void {
    if (opening || next) return;
    opening = true;
    const mine = ++openings;
    openNext(endsMs())
      .then((item) => {
        if (mine === openings && item && item.frames.length > 0) next = item;
      })
      .catch((error: unknown) => onAlarm(stationText('next_item_not_opened', { error: errorMessage(error) })))
      .finally(() => {
        if (mine === openings) opening = false;
      });
  }

  function beginAir(facts: AirFacts, kind: typeof source, isJoined = false): void {
    if ((kind !== 'live' || source !== 'live') && !isJoined) entry.reset();
    source = kind;
    airFrames = 0;
    air = { ...facts, id: randomUUID(), startedAt: new Date(clock.wallMs()).toISOString() };
    onAir(air);
  }

  function takeFrames(count: number): Uint8Array[] {
    origin = undefined;
    if (live && !isLiveOn && live.isReady && isFadedForLive()) isLiveOn = true;
    if (live && isLiveOn) {
      const frames = live.take(count);
      if (frames.length > 0) {
        if (source !== 'live') {
          // After the live show the programme starts a new item instead of resuming mid-track.
          leaveItem();
          beginAir(live.facts(), 'live');
        }
        return frames;
      }
      isLiveOn = false;
    }
    const item = programmeItem();
    if (item) {
      if (source !== 'programme' || aired !== item.facts)
        beginAir(item.facts, 'programme', currentFrame === 0 && item.openingFrames !== undefined);
      aired = item.facts;
      if (fade) {
        const faded = item.frames.slice(currentFrame, currentFrame + Math.min(count, fade.framesLeft));
        currentFrame += faded.length;
        return fadeOut(fade, faded);
      }
      const part = framesOfOneKind(item, currentFrame, count);
      origin = part.origin;
      currentFrame += part.frames.length;
      return part.frames;
    }
    if (source !== 'fallback') beginAir(fallback.facts, 'fallback');
    const frames = fallback.frames.slice(fallbackFrame, fallbackFrame + count);
    fallbackFrame = (fallbackFrame + frames.length) % fallback.frames.length;
    return frames;
  }

  function endsMs(): number {
    if (source === 'live' || !current) return clock.wallMs();
    return clock.wallMs() + framesToMs(fade?.framesLeft ?? Math.max(0, current.frames.length - currentFrame));
  }

  /** Frames that may be sent before the next item begins at its exact time; fades what plays until then. */
  function framesBeforeCut(count: number, sent: number): number {
    if (next?.cutInMs === undefined || baseMs === undefined || source === 'live' || !current) return count;
    const atMs = clock.monotonicMs() + next.cutInMs - clock.wallMs() - baseMs;
    const left = Math.ceil(atMs / FRAME_MS) - released - sent;
    if (left <= 0) {
      leaveItem();
      return count;
    }
    if (left > SKIP_FADE_FRAMES) return Math.min(count, left - SKIP_FADE_FRAMES);
    fade ??= createFrameFade(left);
    return Math.min(count, left);
  }

  /** Something ended early: what has its time later is chosen again. */
  function dropEarly(): void {
    if (next?.notBeforeMs !== undefined && clock.wallMs() < next.notBeforeMs - EARLY_MS) dropNext();
  }

  function programmeItem(): OpenedItem | undefined {
    if (current && currentFrame < current.frames.length) return current;
    if (!join || fade) dropEarly();
    current = current && join && !fade ? join.incoming : next;
    currentFrame = current?.fromFrame ?? 0;
    next = undefined;
    join = undefined;
    fade = undefined;
    isNextStale = false;
    open();
    return current;
  }

  /** Ends the current item before its end: the next one begins by itself, without what was mixed for both. */
  function leaveItem(): void {
    current = undefined;
    fade = undefined;
    join = undefined;
    if (isNextStale) dropNext();
  }

  function dropNext(): void {
    next = undefined;
    isNextStale = false;
    opening = false;
    openings++;
    onDropped?.();
    open();
  }

  /** Exchanges the current item for the one that runs into the next, as soon as that is made. */
  function joinNext(): void {
    if (!joiner || !current || !next || join || fade || next.cutInMs !== undefined) return;
    join = joiner.joinOf(current, next, currentFrame);
    if (join) current = join.outgoing;
  }

  function isMixingNext(): boolean {
    return join !== undefined && currentFrame > join.leaveAt;
  }

  function fadeOut(by: FrameFade, frames: Uint8Array[]): Uint8Array[] {
    const quieter = by.pass(frames);
    if (by.framesLeft === 0) leaveItem();
    return quieter;
  }

  /** A track is faded before a live source takes the air; anything else is not worth the wait. */
  function isFadedForLive(): boolean {
    if (source !== 'programme' || !current || currentFrame >= current.frames.length) return true;
    fade ??= createFrameFade(LIVE_FADE_FRAMES);
    return false;
  }

  function watchSilence(frames: Uint8Array[]): void {
    for (const frame of frames) emptyFrames = isEmptyFrame(frame) ? emptyFrames + 1 : 0;
    const limitMs = air?.kind === 'episode' ? Math.max(maxSilenceMs, MAX_EPISODE_SILENCE_MS) : maxSilenceMs;
    if (framesToMs(emptyFrames) < limitMs || source !== 'programme') return;
    emptyFrames = 0;
    const seconds = Math.round(limitMs / 1000);
    onAlarm(stationText('silent_track_skipped', { title: air?.title ?? '', seconds }));
    leaveItem();
  }

  function send(count: number): void {
    let left = count;
    while (left > 0) {
      const frames = takeFrames(framesBeforeCut(left, count - left));
      if (frames.length === 0 || !air) break;
      left -= frames.length;
      onFrames(entry.pass(frames), air, origin);
      airFrames += frames.length;
      watchSilence(frames);
    }
    released += count;
  }

  return {
    advance() {
      const now = clock.monotonicMs();
      open();
      joinNext();
      if (baseMs === undefined) {
        send(msToFrames(prefillMs));
        baseMs = now;
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
      if (source === 'programme' && current) fade ??= createFrameFade(SKIP_FADE_FRAMES);
      else leaveItem();
      // The next item is opened again while the track fades.
      dropEarly();
    },
    reopenNext() {
      // The next item is already heard: what follows it is chosen anew anyway.
      if (isMixingNext()) {
        isNextStale = true;
        return;
      }
      if (join) current = join.current;
      join = undefined;
      dropNext();
    },
    retitle() {
      if (source === 'live' && live) beginAir(live.facts(), 'live');
    },
    get air() {
      return air;
    },
    get elapsedMs() {
      const from = source === 'programme' ? (current?.fromFrame ?? 0) + (current?.firstFrame ?? 0) : 0;
      return framesToMs(Math.max(0, airFrames + from));
    },
    get isLive() {
      return source === 'live';
    },
    get next() {
      return next?.facts;
    },
    get endsMs() {
      return endsMs();
    },
    get isMixingNext() {
      return isMixingNext();
    },
    get programmeFrame() {
      return source === 'programme' ? Math.max(0, currentFrame + (current?.firstFrame ?? 0)) : 0;
    },
  };
}
