// Decodes a whole file, block by block, in any supported format. MP4 with anything but plain AAC (such as Apple Lossless)
// is passed to ffmpeg where it is installed; otherwise the error says so.
import { spawn, spawnSync } from 'node:child_process';
import type { Decoded } from '../audio/decoded-audio.ts';
import { createStreamDecoder, recogniseStream, type StreamFormat } from '../audio/stream-decoder.ts';
import { readM4a } from './read-m4a.ts';
import { readWav } from './read-wav.ts';

const CHUNK_BYTES = 131_072;
const FFMPEG_RATE = 44_100;

export async function* decodeFile(bytes: Buffer, path: string): AsyncGenerator<Decoded> {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF')) return yield* readWav(bytes).blocks;
  if (start.slice(4, 8) === 'ftyp') {
    const file = readM4a(bytes);
    if (file.codec === 'other') return yield* decodeByFfmpeg(path, file.name);
    return yield* decodeAs('aac', inChunks(file.packets));
  }
  const format = recogniseStream(bytes);
  if (!format)
    throw new Error('This audio format is not supported. Use MP3, WAV, FLAC, AAC/M4A, Ogg or Opus.');
  yield* decodeAs(format, slicesOf(bytes));
}

async function* decodeAs(format: StreamFormat, chunks: Iterable<Uint8Array>): AsyncGenerator<Decoded> {
  const decoder = await createStreamDecoder(format);
  try {
    for (const chunk of chunks) {
      const sound = await decoder.decode(chunk);
      if (sound) yield sound;
    }
    const last = await decoder.flush();
    if (last) yield last;
  } finally {
    decoder.free();
  }
}

function* slicesOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** Many small packets at a time, because each call of the decoder has overhead. */
function* inChunks(packets: Iterable<Uint8Array>): Generator<Uint8Array> {
  let batch: Uint8Array[] = [];
  let total = 0;
  for (const packet of packets) {
    batch.push(packet);
    total += packet.length;
    if (total < CHUNK_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    total = 0;
  }
  yield Buffer.concat(batch);
}

async function* decodeByFfmpeg(path: string, codec: string): AsyncGenerator<Decoded> {
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error(
      `The audio in this file is not plain AAC (${codec}). Save it as AAC, MP3, WAV, FLAC, Ogg or Opus, or install ffmpeg on this machine.`,
    );
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vn', '-ac', '2', '-ar', String(FFMPEG_RATE), '-f', 'f32le', '-'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-500);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const frames = Math.floor(bytes.length / 8);
    const left = new Float32Array(frames);
    const right = new Float32Array(frames);
    for (let i = 0; i < frames; i++) {
      left[i] = bytes.readFloatLE(i * 8);
      right[i] = bytes.readFloatLE(i * 8 + 4);
    }
    rest = bytes.subarray(frames * 8);
    if (frames > 0) yield { channels: [left, right], sampleRate: FFMPEG_RATE };
  }
  if ((await ended) !== 0)
    throw new Error(`The file could not be decoded: ${output.trim().split('\n')[0] ?? ''}`);
}
