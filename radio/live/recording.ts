// Records every live show to a file while it is on air. Without disk space the recording
// ends, never the show: the saved part is an episode, and an alarm says why it is short.
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { framesToMs } from '../audio/station-format.ts';
import type { Radio } from '../create-radio.ts';
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import type { RecordingSpace } from './recording-space.ts';

export interface Recording {
  file: string;
  bytes: number;
  durationMs: number;
}

export interface RecordingOptions {
  radio: Pick<Radio, 'onFrames' | 'raiseAlarm'>;
  folder: string;
  id: string;
  space?: Pick<RecordingSpace, 'left'>;
  /** Anything shorter was a test of the connection. */
  shortestMs?: number;
}

export const SHORTEST_RECORDING_MS = 1000;
// Half a minute of sound: other processes write to the same disk meanwhile.
const LOOK_AGAIN_BYTES = 2 ** 19;

export interface RunningRecording {
  /** Null when it has ended before the show. */
  readonly recordedMs: number | null;
  stop(): Promise<Recording | undefined>;
}

export function startRecording(options: RecordingOptions): RunningRecording {
  const { radio, folder, id, space, shortestMs = SHORTEST_RECORDING_MS } = options;
  const file = `${id}.mp3`;
  const path = join(folder, file);
  let frames = 0;
  let bytes = 0;
  let allowedBytes = LOOK_AGAIN_BYTES;
  let isOpen = false;
  let isOver = false;
  let isLooking = false;

  function giveUp(reason: StationText): void {
    if (isOver) return;
    isOver = true;
    radio.raiseAlarm(stationText(isOpen ? 'show_no_longer_recorded' : 'show_is_not_recorded', { reason }));
  }
  async function look(): Promise<void> {
    if (!space || isLooking) return;
    isLooking = true;
    const left = await space.left().catch(() => undefined);
    isLooking = false;
    if (left?.reason) giveUp(left.reason);
    else allowedBytes = bytes + Math.min(left?.bytes ?? LOOK_AGAIN_BYTES, LOOK_AGAIN_BYTES);
  }

  const opening: Promise<WriteStream | undefined> = mkdir(folder, { recursive: true })
    .then(look)
    .then(() => {
      if (isOver) return undefined;
      isOpen = true;
      const stream = createWriteStream(path);
      stream.on('error', (error) => giveUp(notWritten(error)));
      return stream;
    })
    .catch((error: unknown) => {
      giveUp(notWritten(error));
      return undefined;
    });
  const stopTap = radio.onFrames((given, air) => {
    if (air.kind !== 'live' || isOver) return;
    const copy = Buffer.concat(given);
    if (bytes + copy.length > allowedBytes && space) {
      void look();
      // Not awaited for long: a little more than allowed does no harm, a gap in a show does.
      if (bytes > allowedBytes + LOOK_AGAIN_BYTES) return giveUp(stationText('disk_does_not_respond'));
    }
    frames += given.length;
    bytes += copy.length;
    void opening.then((stream) => stream?.write(copy));
  });
  return {
    get recordedMs() {
      return isOver ? null : Math.round(framesToMs(frames));
    },
    async stop() {
      stopTap();
      const stream = await opening;
      if (stream && !stream.destroyed) await new Promise<void>((resolve) => stream.end(() => resolve()));
      const durationMs = Math.round(framesToMs(frames));
      if (stream && durationMs >= shortestMs) return { file, bytes, durationMs };
      await rm(path, { force: true });
      return undefined;
    },
  };
}

function notWritten(error: unknown): StationText {
  return stationText('file_not_written', { error: errorMessage(error) });
}
