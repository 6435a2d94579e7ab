// One live source's sound, in a worker: always measured, and re-encoded when it is not in the
// station's format. Communicates by messages; see live-sound.ts for the other side.
import { parentPort, workerData } from 'node:worker_threads';
import type { Decoded, StreamDecoder } from '../audio/decoded-audio.ts';
import { createMp3Encoding, type Mp3Encoding } from '../audio/encode-mp3.ts';
import { createStreamDecoder, recogniseStream } from '../audio/stream-decoder.ts';

export interface LiveWorkerSettings {
  /** Only measures silence; the frames are sent unchanged. */
  measuresOnly: boolean;
  /** Raw samples instead of a file format: 16 bit, little endian, interleaved. */
  pcm: { sampleRate: number; channels: number } | null;
}

export type FromLiveWorker =
  | { kind: 'sound'; frames: Uint8Array; peak: number }
  /** So much of what was sent is decoded, whether or not there was sound in it. */
  | { kind: 'taken'; bytes: number }
  | { kind: 'failed'; message: string };

const { measuresOnly, pcm } = workerData as LiveWorkerSettings;
let decoder: StreamDecoder | undefined;
let encoding: Mp3Encoding | undefined;
let first: Uint8Array = new Uint8Array(0);
let queue: Promise<void> = Promise.resolve();

const post = (message: FromLiveWorker) => parentPort?.postMessage(message);

async function receive(bytes: Uint8Array): Promise<void> {
  const sound = pcm ? readSamples(bytes, pcm) : await decodeBytes(bytes);
  if (!sound) return;
  const peak = peakOf(sound);
  if (measuresOnly) return post({ kind: 'sound', frames: new Uint8Array(0), peak });
  encoding ??= await createMp3Encoding({ sampleRate: sound.sampleRate });
  post({ kind: 'sound', frames: Buffer.concat(encoding.encode(sound.channels)), peak });
}

async function decodeBytes(bytes: Uint8Array): Promise<Decoded | undefined> {
  if (decoder) return decoder.decode(bytes);
  first = Buffer.concat([first, bytes]);
  const format = recogniseStream(first);
  if (format === null) throw new Error('The audio format is not supported.');
  if (format === undefined) return undefined;
  decoder = await createStreamDecoder(format);
  return decoder.decode(first);
}

// Small recordings can be very long: piece by piece, so that no piece becomes more sound than fits in memory.
const PIECE_BYTES = 4096;

async function receiveAll(bytes: Uint8Array): Promise<void> {
  const pieceBytes = pcm ? bytes.length : PIECE_BYTES;
  for (let at = 0; at < bytes.length; at += pieceBytes) await receive(bytes.subarray(at, at + pieceBytes));
}

parentPort?.on('message', (bytes: Uint8Array) => {
  queue = queue
    .then(() => receiveAll(bytes))
    .catch((error: unknown) => {
      post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    })
    .finally(() => post({ kind: 'taken', bytes: bytes.length }));
});

function readSamples(
  bytes: Uint8Array,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Decoded {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.byteLength / 2 / channels);
  const sides = Array.from({ length: Math.min(2, channels) }, () => new Float32Array(length));
  for (let i = 0; i < length; i++) {
    for (const [side, samples] of sides.entries())
      samples[i] = view.getInt16((i * channels + side) * 2, true) / 32_768;
  }
  return { channels: sides, sampleRate };
}

function peakOf({ channels }: Decoded): number {
  let peak = 0;
  for (const channel of channels) {
    for (const sample of channel) {
      const size = sample < 0 ? -sample : sample;
      if (size > peak) peak = size;
    }
  }
  return peak;
}
