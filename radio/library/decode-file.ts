// Decodes a whole file, block by block, in any supported format. MP4 with anything but plain AAC (such as Apple Lossless)
// is passed to ffmpeg where it is installed; otherwise the error says so.
import { spawn, spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import type { Decoded } from '../audio/decoded-audio.ts';
import { requireSampleRate } from '../audio/sound-limits.ts';
import { createStreamDecoder, recogniseStream, type StreamFormat } from '../audio/stream-decoder.ts';
import { readM4a } from './read-m4a.ts';
import { readWav } from './read-wav.ts';
import type { SoundFile } from './sound-file.ts';

// Small pieces can be very long sound: no piece may become more than fits in memory.
const PIECE_BYTES = 8192;
const HEAD_BYTES = 4096;
const BATCH_PACKETS = 128;
const FFMPEG_RATE = 44_100;

export async function* decodeFile(file: SoundFile): AsyncGenerator<Decoded> {
  for await (const block of decodeBlocks(file)) {
    requireSampleRate(block.sampleRate);
    yield block;
    // Lets the process notice that nobody waits for it any more.
    await setImmediate();
  }
}

function decodeBlocks(file: SoundFile): AsyncIterable<Decoded> | Iterable<Decoded> {
  const head = file.read(0, HEAD_BYTES);
  const start = head.toString('latin1', 0, 12);
  if (start.startsWith('RIFF')) return readWav(file);
  if (start.slice(4, 8) === 'ftyp') {
    const found = readM4a(file);
    return found.codec === 'other'
      ? decodeByFfmpeg(file.path, found.name)
      : decodeAs('aac', inBatches(found.packets));
  }
  const format = recogniseStream(head);
  if (!format)
    throw new Error('This audio format is not supported. Use MP3, WAV, FLAC, AAC/M4A, Ogg or Opus.');
  return decodeAs(format, piecesOf(file));
}

async function* decodeAs(format: StreamFormat, pieces: Iterable<Uint8Array>): AsyncGenerator<Decoded> {
  const decoder = await createStreamDecoder(format);
  try {
    for (const piece of pieces) {
      const sound = await decoder.decode(piece);
      if (sound) yield sound;
    }
    const last = await decoder.flush();
    if (last) yield last;
  } finally {
    decoder.free();
  }
}

function* piecesOf(file: SoundFile): Generator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) yield file.read(at, PIECE_BYTES);
}
/** Many small packets at a time, because each call of the decoder has overhead. */
function* inBatches(packets: Iterable<Uint8Array>): Generator<Uint8Array> {
  let batch: Uint8Array[] = [];
  for (const packet of packets) {
    if (batch.push(packet) < BATCH_PACKETS) continue;
    yield Buffer.concat(batch);
    batch = [];
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
    [
      '-v',
      'error',
      '-protocol_whitelist',
      'file,pipe',
      '-i',
      path,
      '-vn',
      '-ac',
      '2',
      '-ar',
      String(FFMPEG_RATE),
      '-f',
      'f32le',
      '-',
    ],
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
