// A whole file's sound, block by block, whatever its format. AAC has no free decoder on npm: ffmpeg is asked where it is
// installed, and its absence is said in words.
import { spawn, spawnSync } from 'node:child_process';
import { createStreamDecoder, type Decoded, recogniseStream } from '../audio/stream-decoder.ts';
import { readWav } from './read-wav.ts';

const PIECE_BYTES = 131_072;
const FFMPEG_RATE = 44_100;

export async function* decodeFile(bytes: Buffer, path: string): AsyncGenerator<Decoded> {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF')) return yield* readWav(bytes).blocks;
  const isAac = start.slice(4, 8) === 'ftyp' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0);
  if (isAac) return yield* decodeByFfmpeg(path);
  const format = recogniseStream(bytes);
  if (!format)
    throw new Error('This is no sound file that the station knows: MP3, WAV, FLAC, AAC/M4A, Ogg or Opus.');
  const decoder = await createStreamDecoder(format);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const sound = await decoder.decode(bytes.subarray(at, at + PIECE_BYTES));
      if (sound) yield sound;
    }
    const last = await decoder.flush();
    if (last) yield last;
  } finally {
    decoder.free();
  }
}

async function* decodeByFfmpeg(path: string): AsyncGenerator<Decoded> {
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error(
      'AAC and M4A files need ffmpeg on this machine. Install it, or upload MP3, WAV, FLAC, Ogg or Opus.',
    );
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vn', '-ac', '2', '-ar', String(FFMPEG_RATE), '-f', 'f32le', '-'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-500);
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
    throw new Error(`The file could not be decoded: ${words.trim().split('\n')[0] ?? ''}`);
}
