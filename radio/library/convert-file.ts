// Converts an uploaded file to a track: decoded twice, once to measure and once to encode, so that an hour of music needs no
// more memory than a minute. Runs in a worker (convert-worker.ts).
import { readFile, writeFile } from 'node:fs/promises';
import type { Decoded } from '../audio/decoded-audio.ts';
import { createMp3Encoding, type Mp3Encoding } from '../audio/encode-mp3.ts';
import { gainFor } from '../audio/level-sound.ts';
import { createLoudnessMeter } from '../audio/loudness.ts';
import { framesToMs } from '../audio/station-format.ts';
import { decodeFile } from './decode-file.ts';
import { readTags, type Tags } from './read-tags.ts';

export interface Conversion {
  durationMs: number;
  loudnessLufs: number;
  gainDb: number;
  tags: Tags;
}

const SILENCE = 10 ** (-60 / 20);
const PADDING_S = 0.03;
const SHORTEST_S = 0.5;
const MAX_LENGTH_S = 4 * 3600;

export async function convertFile(from: string, to: string): Promise<Conversion> {
  const bytes = await readFile(from);
  const measured = await measure(bytes, from);
  const gainDb = gainFor(measured.loudness);
  const frames = await encode(bytes, from, { ...measured, gainDb });
  await writeFile(to, Buffer.concat(frames));
  return {
    durationMs: Math.round(framesToMs(frames.length)),
    loudnessLufs: Math.round(measured.loudness.integratedLufs * 10) / 10,
    gainDb: Math.round(gainDb * 10) / 10,
    tags: await readTags(bytes),
  };
}

async function measure(bytes: Buffer, path: string) {
  let meter: ReturnType<typeof createLoudnessMeter> | undefined;
  let sampleRate = 0;
  let samples = 0;
  let firstLoud = -1;
  let lastLoud = -1;
  for await (const block of decodeFile(bytes, path)) {
    meter ??= createLoudnessMeter(block.sampleRate, block.channels.length);
    if (sampleRate !== 0 && block.sampleRate !== sampleRate)
      throw new Error('The sampling rate changes in the middle of the file.');
    sampleRate = block.sampleRate;
    meter.add(block.channels);
    const length = block.channels[0]?.length ?? 0;
    for (let i = 0; i < length; i++) {
      if (!isLoud(block, i)) continue;
      if (firstLoud < 0) firstLoud = samples + i;
      lastLoud = samples + i;
    }
    samples += length;
    if (samples > MAX_LENGTH_S * sampleRate) throw new Error('The file is longer than four hours.');
  }
  if (!meter || samples === 0) throw new Error('This file contains no audio.');
  if (firstLoud < 0) throw new Error('The whole file is silent.');
  const padding = Math.round(sampleRate * PADDING_S);
  const from = Math.max(0, firstLoud - padding);
  const to = Math.min(samples, lastLoud + 1 + padding);
  if (to - from < SHORTEST_S * sampleRate) throw new Error('The audio is shorter than half a second.');
  return { sampleRate, from, to, loudness: meter.result() };
}

async function encode(
  bytes: Buffer,
  path: string,
  { sampleRate, from, to, gainDb }: { sampleRate: number; from: number; to: number; gainDb: number },
): Promise<Uint8Array[]> {
  const encoding: Mp3Encoding = await createMp3Encoding({ sampleRate });
  const factor = 10 ** (gainDb / 20);
  const frames: Uint8Array[] = [];
  let at = 0;
  for await (const block of decodeFile(bytes, path)) {
    const length = block.channels[0]?.length ?? 0;
    const first = Math.max(0, from - at);
    const last = Math.min(length, to - at);
    if (last > first) {
      const part = block.channels.map((channel) =>
        channel.subarray(first, last).map((sample) => sample * factor),
      );
      frames.push(...encoding.encode(part));
    }
    at += length;
  }
  frames.push(...encoding.finish());
  return frames;
}

function isLoud({ channels }: Decoded, i: number): boolean {
  for (const channel of channels) if (Math.abs(channel[i] ?? 0) > SILENCE) return true;
  return false;
}
