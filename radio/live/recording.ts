// Every live show goes to a file while it is on air, as listeners hear it. A full disk ends the recording, not the show.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { framesToMs } from '../audio/station-format.ts';
import type { Radio } from '../create-radio.ts';

export interface Recording {
  file: string;
  bytes: number;
  durationMs: number;
}

// Somebody who tested a cable is not an episode.
const SHORTEST_MS = 30_000;

export function startRecording({
  radio,
  folder,
  id,
  shortestMs = SHORTEST_MS,
}: {
  radio: Radio;
  folder: string;
  id: string;
  shortestMs?: number;
}): {
  stop(): Promise<Recording | undefined>;
} {
  const file = `${id}.mp3`;
  const path = join(folder, file);
  let frames = 0;
  let bytes = 0;
  let failure: unknown;
  const opening = mkdir(folder, { recursive: true }).then(() => {
    const stream = createWriteStream(path);
    stream.on('error', (error) => {
      failure = error;
      radio.raiseAlarm(`The show is on air but not recorded: ${error.message}`);
    });
    return stream;
  });
  opening.catch((error: unknown) => {
    failure = error;
  });
  const stopTap = radio.onFrames((given, air) => {
    if (air.kind !== 'live' || failure) return;
    frames += given.length;
    for (const frame of given) bytes += frame.length;
    const copy = Buffer.concat(given);
    opening.then((stream) => stream.write(copy)).catch(() => undefined);
  });
  return {
    async stop() {
      stopTap();
      const stream = await opening.catch(() => undefined);
      if (stream && !stream.destroyed) await new Promise<void>((resolve) => stream.end(() => resolve()));
      const durationMs = Math.round(framesToMs(frames));
      if (durationMs >= shortestMs) return { file, bytes, durationMs };
      await rm(path, { force: true });
      return undefined;
    },
  };
}
