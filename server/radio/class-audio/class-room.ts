// The audio of one online class: one person speaks, everyone with a place hears it. It has nothing of the station: no
// titles, no recording, no other formats. While nobody speaks it sends silence, so that players and proxies stay
// connected and the sound begins by itself.
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
  /** How many listen. */
  readonly size: number;
  /** Undefined when as many listen with their places as may. */
  listen(holder: ClassHolder, places: number, onLeave: () => void): ClassListener | undefined;
  /** Ends what this holder hears. */
  dismiss(holder: ClassHolder): void;
  endSpeaker(reason: StationText | undefined): void;
  tick(): void;
  close(reason: StationText | undefined): void;
}

interface Line extends SpeakerLine {
  speaker: Speaker;
  showing: string | undefined;
  sound: LiveSound;
  receivedMs: number;
}

const MAX_PER_PLACE = 2;
// Two seconds: what a player needs to begin, and hardly later than the teacher.
const BURST_BYTES = 32_768;
const STALL_MS = 10_000;
// A browser sends every 200 ms; only a longer gap is filled.
const GAP_MS = 800;
const MAX_FILL_FRAMES = 40;
const TAKE_FRAMES = 400;

export function createClassRoom(session: ClassSession, nowMs = () => performance.now()): ClassRoom {
  const mount = createMount({ burstBytes: BURST_BYTES, monotonicMs: nowMs });
  const chunks = createChunkMaker();
  const listeners = new Map<string, { holder: ClassHolder; ends: Set<() => void> }>();
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

  function fillGap(): void {
    const due = Math.floor((nowMs() - startedMs) / FRAME_MS) - sentFrames;
    if (due <= 0) return;
    // What a busy moment left out is not sent later.
    if (due > MAX_FILL_FRAMES) startedMs += (due - MAX_FILL_FRAMES) * FRAME_MS;
    send(Array.from({ length: Math.min(due, MAX_FILL_FRAMES) }, () => SILENT_FRAME));
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
    get size() {
      return mount.size;
    },
    listen(holder, places, onLeave) {
      const key = holderKey(holder);
      const known = listeners.get(key) ?? { holder, ends: new Set<() => void>() };
      if (known.ends.size >= MAX_PER_PLACE * places) return undefined;
      const { socket, body } = createListenerStream();
      const end = () => void socket.destroy();
      listeners.set(key, known);
      known.ends.add(end);
      socket.once('close', () => {
        onLeave();
        known.ends.delete(end);
        if (known.ends.size === 0 && listeners.get(key) === known) listeners.delete(key);
      });
      mount.join(socket, { head: Buffer.alloc(0), wantsIcy: false });
      return { body, end };
    },
    dismiss(holder) {
      for (const end of [...(listeners.get(holderKey(holder))?.ends ?? [])]) end();
    },
    endSpeaker,
    tick() {
      if (line && nowMs() - line.receivedMs > STALL_MS)
        endSpeaker(stationText('no_data_arrived', { seconds: Math.round(STALL_MS / 1000) }));
      const frames = line?.sound.take(TAKE_FRAMES) ?? [];
      if (frames.length > 0) soundMs = nowMs();
      send(frames);
      if (frames.length === 0 && nowMs() - soundMs > GAP_MS) fillGap();
    },
    close(reason) {
      endSpeaker(reason);
      mount.close();
    },
  };
  return room;
}
