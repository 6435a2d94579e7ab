// The audio of one online class: one person speaks, everyone with a place hears it. It has nothing of the station: no
// titles, no recording, no other formats. While nobody speaks it sends silence, so that players and proxies stay
// connected and the sound begins by itself.
import type { ClassAudioBlock } from '#contracts/class-audio.ts';
import { createChunkMaker } from '#radio/audio/chunk.ts';
import { SILENT_FRAME } from '#radio/audio/silent-frame.ts';
import { FRAME_MS } from '#radio/audio/station-format.ts';
import { createLiveSound, type LiveSound, type LiveSoundOptions } from '#radio/live/live-sound.ts';
import { createMount } from '#radio/mount/mount.ts';
import { type StationText, stationText } from '#radio/station-text.ts';
import { type ClassSession, holderKey, type Speaker } from './class-access.ts';
import type { ClassHolder } from './class-token.ts';
import { createListenerStream } from './listener-stream.ts';

export interface SpeakerLine {
  push(bytes: Uint8Array): void;
  readonly isFull: boolean;
  readonly peak: number;
  readonly isReceived: boolean;
  readonly listeners: number;
  end(): void;
  /** Called when the room ends it; without a reason the page connects again. */
  onEnd: ((reason: StationText | undefined) => void) | undefined;
}

interface ClassListener {
  body: ReadableStream<Uint8Array>;
  end(): void;
}

export interface ClassRoom {
  session: ClassSession;
  readonly isSpeaking: boolean;
  readonly isEmpty: boolean;
  readonly holders: ClassHolder[];
  readonly speaker: Speaker | undefined;
  /** Or the name of who speaks already. */
  speak(speaker: Speaker, sound: { showing?: string; pcm: LiveSoundOptions['pcm'] }): SpeakerLine | string;
  /** Why a page may not listen, if so; one that listens already takes its own place again. */
  whyBlocked(holder: ClassHolder, place: { places: number; page: string }): ClassAudioBlock | null;
  listen(
    holder: ClassHolder,
    listening: { places: number; page: string; onLeave: (isAbandoned: boolean) => void },
  ): ClassListener | ClassAudioBlock;
  /** Ends what this holder hears. */
  dismiss(holder: ClassHolder): void;
  endSpeaker(reason: StationText | undefined): void;
  tick(): void;
  close(reason: StationText | undefined): void;
}

/** Abandoned: nobody reads it any more. */
type End = (isAbandoned?: boolean) => void;

interface Line extends SpeakerLine {
  speaker: Speaker;
  showing: string | undefined;
  sound: LiveSound;
  receivedMs: number;
  droppedFrames: number;
}

const MAX_IN_CLASS = 500;
const MAX_PAGES_PER_PLACE = 2;
// Some players open a second connection before they close the first.
const MAX_PER_PAGE = 2;
// Two seconds: what a player needs to begin, and hardly later than the teacher.
const BURST_BYTES = 32_768;
/** Half a second of the two that a burst lasts. */
const TURN_COUNT = 5;
const STALL_MS = 10_000;
// A browser sends every 200 ms; only a longer gap is filled.
const GAP_MS = 800;
const MAX_FILL_FRAMES = 40;
// Sound that arrives earlier than it was spoken is not sent on at once, or players would fall behind by as much.
const AHEAD_FRAMES = 40;
const MAX_WAITING_FRAMES = 80;
// Who keeps sending more than a microphone can record is disconnected.
const MAX_DROPPED_FRAMES = 4000;

export function createClassRoom(session: ClassSession, nowMs = () => performance.now()): ClassRoom {
  const mount = createMount({ burstBytes: BURST_BYTES, turnCount: TURN_COUNT, monotonicMs: nowMs });
  const chunks = createChunkMaker();
  const listeners = new Map<string, { holder: ClassHolder; ends: Map<End, string> }>();
  let line: Line | undefined;
  let startedMs = nowMs();
  let sentFrames = 0;
  let soundMs = Number.NEGATIVE_INFINITY;

  function send(frames: readonly Uint8Array[]): void {
    if (frames.length === 0) return;
    mount.push(chunks.make(frames, session.id));
    sentFrames += frames.length;
  }

  function endSpeaker(reason: StationText | undefined): void {
    const ended = line;
    line = undefined;
    ended?.sound.close();
    ended?.onEnd?.(reason);
  }

  /** How many frames listeners should have by now and have not; negative when they are ahead. */
  function countDue(): number {
    const due = Math.floor((nowMs() - startedMs) / FRAME_MS) - sentFrames;
    // What a busy moment left out is not sent later.
    if (due > MAX_FILL_FRAMES) startedMs += (due - MAX_FILL_FRAMES) * FRAME_MS;
    return Math.min(due, MAX_FILL_FRAMES);
  }

  /** In real time, whatever the speed at which it arrives: the oldest is left out when too much waits. */
  function takeSound({ sound }: Line, due: number): Uint8Array[] {
    const frames = sound.take(Math.max(0, due + AHEAD_FRAMES));
    const excess = Math.round(sound.waitingMs / FRAME_MS) - MAX_WAITING_FRAMES;
    if (line && excess > 0) line.droppedFrames += sound.take(excess).length;
    return frames;
  }

  const room: ClassRoom = {
    session,
    get isSpeaking() {
      return line !== undefined && nowMs() - soundMs < STALL_MS;
    },
    get isEmpty() {
      return !line && listeners.size === 0;
    },
    get holders() {
      return [...listeners.values()].map(({ holder }) => holder);
    },
    get speaker() {
      return line?.speaker;
    },
    speak(speaker, { showing, pcm }) {
      // The same page after a broken connection replaces itself.
      const isSame = line && line.speaker.userId === speaker.userId && line.showing === showing && showing;
      if (line && !isSame) return line.speaker.name;
      endSpeaker(undefined);
      const mine: Line = {
        speaker,
        showing,
        receivedMs: nowMs(),
        droppedFrames: 0,
        sound: createLiveSound({
          isMp3: false,
          pcm,
          // A pause in a class is part of it.
          maxSilenceMs: Number.POSITIVE_INFINITY,
          onSilence: () => {},
          onFailed: (error) => {
            if (line === mine) endSpeaker(stationText('audio_not_decoded', { error }));
          },
        }),
        push(bytes) {
          if (line !== mine) return;
          mine.receivedMs = nowMs();
          mine.sound.push(bytes);
        },
        get isFull() {
          return mine.sound.isFull;
        },
        get peak() {
          return mine.sound.peak;
        },
        get isReceived() {
          return line === mine && room.isSpeaking;
        },
        get listeners() {
          return mount.size;
        },
        end() {
          if (line !== mine) return;
          mine.onEnd = undefined;
          endSpeaker(undefined);
        },
        onEnd: undefined,
      };
      line = mine;
      return mine;
    },
    whyBlocked(holder, { places, page }) {
      const pages = new Set(listeners.get(holderKey(holder))?.ends.values());
      if (pages.has(page)) return null;
      if (mount.size >= MAX_IN_CLASS) return 'class_audio_full';
      return pages.size >= MAX_PAGES_PER_PLACE * places ? 'place_is_listening' : null;
    },
    listen(holder, { places, page, onLeave }) {
      const blocked = room.whyBlocked(holder, { places, page });
      if (blocked) return blocked;
      const key = holderKey(holder);
      const known = listeners.get(key) ?? { holder, ends: new Map<End, string>() };
      // A phone in another network does not wait until its old connections are known to be dead.
      const own = [...known.ends].filter(([, other]) => other === page);
      for (const [abandon] of own.slice(0, own.length + 1 - MAX_PER_PAGE)) abandon(true);
      const { socket, body } = createListenerStream();
      const leave = (isAbandoned: boolean) => {
        if (!known.ends.delete(end)) return;
        if (known.ends.size === 0 && listeners.get(key) === known) listeners.delete(key);
        onLeave(isAbandoned);
      };
      const end: End = (isAbandoned = false) => {
        leave(isAbandoned);
        socket.destroy();
      };
      listeners.set(key, known);
      known.ends.set(end, page);
      mount.join(socket, {
        head: Buffer.alloc(0),
        wantsIcy: false,
        onLeave: (reason) => leave(reason === 'too slow'),
      });
      return { body, end: () => end() };
    },
    dismiss(holder) {
      for (const end of [...(listeners.get(holderKey(holder))?.ends.keys() ?? [])]) end();
    },
    endSpeaker,
    tick() {
      const isStalled = line && nowMs() - line.receivedMs > STALL_MS;
      const isTooFast = line && line.droppedFrames > MAX_DROPPED_FRAMES;
      // A page that sleeps or changes its network connects again by itself.
      if (isStalled || isTooFast) endSpeaker(undefined);
      const due = countDue();
      const frames = line ? takeSound(line, due) : [];
      if (frames.length > 0) soundMs = nowMs();
      if (frames.length === 0 && due > 0 && nowMs() - soundMs > GAP_MS)
        send(Array.from({ length: due }, () => SILENT_FRAME));
      send(frames);
    },
    close(reason) {
      endSpeaker(reason);
      mount.close();
    },
  };
  return room;
}
