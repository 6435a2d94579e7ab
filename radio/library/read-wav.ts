// WAV files: where the samples lie and how to read them. PCM of 8 to 32 bits and floating point.
import type { Decoded } from '../audio/decoded-audio.ts';
import { requireChannels, requireSampleRate } from '../audio/sound-limits.ts';
import type { SoundFile } from './sound-file.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const BLOCK_FRAMES = 65_536;
const MAX_BLOCK_BYTES = 2 ** 20;
/** Editors write a few; a file of nothing but chunk heads would be read for ever. */
const MAX_CHUNKS = 1000;

interface WavFormat {
  code: number;
  channels: number;
  sampleRate: number;
  bits: number;
}

export function readWav(file: SoundFile): Generator<Decoded> {
  if (file.read(8, 4).toString('latin1') !== 'WAVE') throw new Error('This is not a WAV file.');
  let format: WavFormat | undefined;
  let at = 12;
  for (let chunk = 0; at + 8 <= file.size && chunk < MAX_CHUNKS; chunk++) {
    const head = file.read(at, 8);
    const id = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    const body = at + 8;
    if (id === 'fmt ') format = readFormat(file.read(body, Math.min(size, 40)));
    if (id === 'data') {
      if (!format) throw new Error('This WAV file does not declare its sample format.');
      // A truncated recording declares more samples than it has.
      return readBlocks(file, { from: body, to: Math.min(file.size, body + size) }, format);
    }
    at = body + size + (size & 1);
  }
  throw new Error('This WAV file has no samples.');
}

function readFormat(body: Buffer): WavFormat {
  if (body.length < 16) throw new Error('This WAV file does not declare its sample format.');
  const code = body.readUInt16LE(0);
  return {
    code: code === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : code,
    channels: requireChannels(body.readUInt16LE(2)),
    sampleRate: requireSampleRate(body.readUInt32LE(4)),
    bits: body.readUInt16LE(14),
  };
}

function* readBlocks(
  file: SoundFile,
  { from, to }: { from: number; to: number },
  { code, channels, sampleRate, bits }: WavFormat,
): Generator<Decoded> {
  const read = readerFor(code, bits);
  const sampleBytes = bits / 8;
  const frameBytes = sampleBytes * channels;
  const frames = Math.floor((to - from) / frameBytes);
  const blockFrames = Math.min(BLOCK_FRAMES, Math.floor(MAX_BLOCK_BYTES / frameBytes));
  for (let first = 0; first < frames; first += blockFrames) {
    const bytes = file.read(from + first * frameBytes, Math.min(blockFrames, frames - first) * frameBytes);
    const count = Math.floor(bytes.length / frameBytes);
    const sides = Array.from({ length: Math.min(2, channels) }, () => new Float32Array(count));
    for (let i = 0; i < count; i++) {
      for (const [side, samples] of sides.entries())
        samples[i] = read(bytes, i * frameBytes + side * sampleBytes);
    }
    yield { channels: sides, sampleRate };
  }
}
function readerFor(code: number, bits: number): (bytes: Buffer, at: number) => number {
  if (code === FLOAT && bits === 32) return (bytes, at) => bytes.readFloatLE(at);
  if (code === FLOAT && bits === 64) return (bytes, at) => bytes.readDoubleLE(at);
  if (code === PCM && bits === 8) return (bytes, at) => ((bytes[at] as number) - 128) / 128;
  if (code === PCM && bits === 16) return (bytes, at) => bytes.readInt16LE(at) / 2 ** 15;
  if (code === PCM && bits === 24) return (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23;
  if (code === PCM && bits === 32) return (bytes, at) => bytes.readInt32LE(at) / 2 ** 31;
  throw new Error(`WAV files of this type (${code}, ${bits} bit) are not supported.`);
}
