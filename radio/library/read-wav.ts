// WAV files: where the samples lie and how to read them. PCM of 8 to 32 bits and floating point.
import type { Decoded } from '../audio/decoded-audio.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

export interface WavFile {
  sampleRate: number;
  blocks: Generator<Decoded>;
}

const BLOCK_FRAMES = 65_536;

export function readWav(bytes: Buffer): WavFile {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('This is not a WAV file.');
  let format: { code: number; channels: number; sampleRate: number; bits: number } | undefined;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (id === 'fmt ' && body + 16 <= bytes.length) {
      const code = bytes.readUInt16LE(body);
      format = {
        code: code === EXTENSIBLE && size >= 26 ? bytes.readUInt16LE(body + 24) : code,
        channels: bytes.readUInt16LE(body + 2),
        sampleRate: bytes.readUInt32LE(body + 4),
        bits: bytes.readUInt16LE(body + 14),
      };
    }
    if (id === 'data') {
      if (!format || format.channels === 0)
        throw new Error('This WAV file does not declare its sample format.');
      // A truncated recording declares more samples than it has.
      const samples = bytes.subarray(body, Math.min(bytes.length, body + size));
      return { sampleRate: format.sampleRate, blocks: readBlocks(samples, format) };
    }
    at = body + size + (size & 1);
  }
  throw new Error('This WAV file has no samples.');
}

function* readBlocks(
  bytes: Buffer,
  { code, channels, sampleRate, bits }: { code: number; channels: number; sampleRate: number; bits: number },
): Generator<Decoded> {
  const read = readerFor(code, bits);
  const sampleBytes = bits / 8;
  const frameBytes = sampleBytes * channels;
  const frames = Math.floor(bytes.length / frameBytes);
  for (let first = 0; first < frames; first += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frames - first);
    const sides = Array.from({ length: Math.min(2, channels) }, () => new Float32Array(count));
    for (let i = 0; i < count; i++) {
      for (const [side, samples] of sides.entries())
        samples[i] = read(bytes, (first + i) * frameBytes + side * sampleBytes);
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
