// Converts an uploaded file to a track: decoded twice, once to measure and once to encode, so that an hour of music needs no
// more memory than a minute.
import { closeSync, openSync, writeSync } from 'node:fs';
import { createShapeMeter, type ShapeMeter, type TrackShape } from '../audio/cue-points.ts';
import type { Decoded } from '../audio/decoded-audio.ts';
import { createMp3Encoding, type Mp3Encoding } from '../audio/encode-mp3.ts';
import { gainFor, higherGainFor } from '../audio/level-sound.ts';
import { createLimiter, type Limiter } from '../audio/limiter.ts';
import { createLoudnessMeter, type Loudness } from '../audio/loudness.ts';
import { createSilenceMeter } from '../audio/silence-meter.ts';
import { CODEC_DELAY_SAMPLES, framesToMs, STATION } from '../audio/station-format.ts';
import { decodeFile } from './decode-file.ts';
import { readTags, type Tags } from './read-tags.ts';
import { openSoundFile, type SoundFile } from './sound-file.ts';

export interface Conversion {
  durationMs: number;
  loudnessLufs: number;
  gainDb: number;
  /** The longest silence in it. */
  silence: { ms: number; atMs: number };
  shape: TrackShape;
  tags: Tags;
}

const SILENCE = 10 ** (-60 / 20);
const PADDING_S = 0.03;
const SHORTEST_S = 0.5;
const MAX_LENGTH_S = 4 * 3600;
const CODEC_DELAY_MS = (CODEC_DELAY_SAMPLES * 1000) / STATION.sampleRate;

export async function convertFile(from: string, to: string): Promise<Conversion> {
  const file = openSoundFile(from);
  try {
    return await convert(file, to);
  } catch (error) {
    // A header that leads outside of the file.
    throw error instanceof RangeError ? new Error('The file is damaged.') : error;
  } finally {
    file.close();
  }
}

async function convert(file: SoundFile, to: string): Promise<Conversion> {
  const measured = await measure(file);
  let gainDb = gainFor(measured.loudness);
  let encoded = await encode(file, to, { ...measured, gainDb });
  const higher = higherGainFor(measured.loudness, { gainDb, ...encoded.loudness });
  if (higher !== undefined) {
    gainDb = higher;
    encoded = await encode(file, to, { ...measured, gainDb });
  }
  const { frameCount, meter } = encoded;
  const durationMs = Math.round(framesToMs(frameCount));
  return {
    durationMs,
    loudnessLufs: Math.round(measured.loudness.integratedLufs * 10) / 10,
    gainDb: Math.round(gainDb * 10) / 10,
    silence: measured.silence,
    shape: meter.result({ durationMs, delayMs: CODEC_DELAY_MS }),
    tags: await readTags(file.path),
  };
}

async function measure(file: SoundFile) {
  let meter: ReturnType<typeof createLoudnessMeter> | undefined;
  let sampleRate = 0;
  let samples = 0;
  let firstLoud = -1;
  const silence = createSilenceMeter();
  let lastLoud = -1;
  for await (const block of decodeFile(file)) {
    meter ??= createLoudnessMeter(block.sampleRate, block.channels.length);
    if (sampleRate !== 0 && block.sampleRate !== sampleRate)
      throw new Error('The sampling rate changes in the middle of the file.');
    sampleRate = block.sampleRate;
    meter.add(block.channels);
    const length = block.channels[0]?.length ?? 0;
    for (let i = 0; i < length; i++) {
      const isSound = isLoud(block, i);
      silence.add(isSound);
      if (!isSound) continue;
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
  const longest = silence.longest();
  const toMs = (count: number) => Math.round((count * 1000) / sampleRate);
  return {
    sampleRate,
    from,
    to,
    loudness: meter.result(),
    silence: { ms: toMs(longest.samples), atMs: toMs(Math.max(0, longest.at - from)) },
  };
}

interface Part {
  sampleRate: number;
  /** The first sample, and the one after the last. */
  from: number;
  to: number;
  gainDb: number;
}

interface Encoded {
  frameCount: number;
  meter: ShapeMeter;
  loudness: Loudness;
}

async function encode(file: SoundFile, target: string, part: Part): Promise<Encoded> {
  const descriptor = openSync(target, 'w');
  try {
    return await encodeInto(descriptor, file, part);
  } finally {
    closeSync(descriptor);
  }
}

async function encodeInto(
  descriptor: number,
  file: SoundFile,
  { sampleRate, from, to, gainDb }: Part,
): Promise<Encoded> {
  const meter = createShapeMeter(sampleRate);
  const encoding: Mp3Encoding = await createMp3Encoding({ sampleRate });
  const factor = 10 ** (gainDb / 20);
  let frameCount = 0;
  const write = (frames: Uint8Array[]) => {
    for (const frame of frames) writeSync(descriptor, frame);
    frameCount += frames.length;
  };
  let loudness: ReturnType<typeof createLoudnessMeter> | undefined;
  const add = (part: Float32Array[]) => {
    loudness ??= createLoudnessMeter(sampleRate, part.length);
    loudness.add(part);
    meter.add(part);
    write(encoding.encode(part));
  };
  let limiter: Limiter | undefined;
  let at = 0;
  for await (const block of decodeFile(file)) {
    const length = block.channels[0]?.length ?? 0;
    const first = Math.max(0, from - at);
    const last = Math.min(length, to - at);
    if (last > first) {
      limiter ??= createLimiter(sampleRate, block.channels.length);
      add(
        limiter.push(
          block.channels.map((channel) => channel.subarray(first, last).map((sample) => sample * factor)),
        ),
      );
    }
    at += length;
  }
  if (limiter) add(limiter.finish());
  write(encoding.finish());
  if (!loudness) throw new Error('This file contains no audio.');
  return { frameCount, meter, loudness: loudness.result() };
}

function isLoud({ channels }: Decoded, i: number): boolean {
  for (const channel of channels) if (Math.abs(channel[i] ?? 0) > SILENCE) return true;
  return false;
}
