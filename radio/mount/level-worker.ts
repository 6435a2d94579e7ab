// Decodes what leaves the station, to measure it. Communicates by messages; see watch-levels.ts for the other side.
import { parentPort } from 'node:worker_threads';
import type { Decoded } from '../audio/decoded-audio.ts';
import { createShortTermMeter, type ShortTermMeter } from '../audio/loudness.ts';
import { createMp3Decoder } from '../audio/mp3-decoder.ts';
import { measureLevels } from './measure-levels.ts';

const decoder = createMp3Decoder();
let meter: ShortTermMeter | undefined;
let queue: Promise<void> = Promise.resolve();

function measure(sound: Decoded | undefined): void {
  if (!sound) return;
  meter ??= createShortTermMeter(sound.sampleRate, sound.channels.length);
  meter.add(sound.channels);
  parentPort?.postMessage(measureLevels(sound, meter.lufs));
}

parentPort?.on('message', (bytes: Uint8Array) => {
  // A frame that cannot be decoded is not measured: the next one can.
  queue = queue.then(async () => measure(await (await decoder).decode(bytes))).catch(() => undefined);
});
