// AAC, decoded by FFmpeg's decoder in WebAssembly (docs/decisions/radio-aac.md), HE-AAC too. The library decodes whole
// files, so a stream is passed to it as many small ones. Each begins with frames that were decoded before, because a
// frame's sound depends on the frames before it; the library returns nothing for the very first.
// For workers: it blocks the thread.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AudioDecoder, getAudioDecoder } from 'audio-file-decoder';
import { createAdtsScanner } from './adts.ts';
import type { Decoded, StreamDecoder } from './decoded-audio.ts';

const OVERLAP_FRAMES = 4;
const LEAST_FRAMES = 8;
const CENTRE_SHARE = Math.SQRT1_2;
const FRAME_SAMPLES = 1024;

export async function createAacDecoder(): Promise<StreamDecoder> {
  const readFrames = createAdtsScanner();
  let overlap: Uint8Array[] = [];
  let fresh: Uint8Array[] = [];
  let library: unknown;

  async function decodeNew(): Promise<Decoded | undefined> {
    if (fresh.length === 0) return undefined;
    // The library drops the first frame of the first file, so that one is passed twice.
    const frames = [...(overlap.length > 0 ? overlap : fresh.slice(0, 1)), ...fresh];
    const bytes = Buffer.concat(frames);
    library ??= await openLibrary(bytes);
    const sound = decodeFile(library, bytes);
    const total = sound.channels[0]?.length ?? 0;
    const skipped = Math.max(0, total - fresh.length * frameSamplesOf(total / (frames.length - 0.5)));
    overlap = frames.slice(-OVERLAP_FRAMES).map((frame) => Uint8Array.from(frame));
    fresh = [];
    const channels = sound.channels.map((channel) => channel.subarray(skipped));
    return total > skipped ? { channels, sampleRate: sound.sampleRate } : undefined;
  }

  return {
    async decode(bytes) {
      fresh.push(...readFrames(bytes));
      return fresh.length >= LEAST_FRAMES ? decodeNew() : undefined;
    },
    flush: decodeNew,
    free() {
      library = undefined;
    },
  };
}

/** The library's module, ready for any number of files. */
async function openLibrary(bytes: Buffer): Promise<unknown> {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve('audio-file-decoder/decode-audio.wasm'));
  // The library takes Node for CommonJS and asks for the folder of its script, though it needs nothing from there.
  const hadFolder = '__dirname' in globalThis;
  if (!hadFolder) Object.assign(globalThis, { __dirname: '' });
  try {
    const opening = getAudioDecoder(
      `data:application/wasm;base64,${wasm.toString('base64')}`,
      wholeBuffer(bytes),
    );
    return Reflect.get(await opening, '_module');
  } catch (reason) {
    throw asError(reason);
  } finally {
    if (!hadFolder) Reflect.deleteProperty(globalThis, '__dirname');
  }
}

function decodeFile(library: unknown, bytes: Buffer): Decoded {
  try {
    const file = new AudioDecoder(library, wholeBuffer(bytes));
    const samples = file.decodeAudioData(0, -1, { multiChannel: true });
    const { channelCount, sampleRate } = file;
    file.dispose();
    return { channels: intoStereo(samples, channelCount), sampleRate };
  } catch (reason) {
    throw asError(reason);
  }
}

/** With spectral band replication a frame is twice as long. */
function frameSamplesOf(about: number): number {
  return about > 1.5 * FRAME_SAMPLES ? 2 * FRAME_SAMPLES : FRAME_SAMPLES;
}

/** Interleaved samples as one or two channels; a centre, where voices are, goes to both sides. */
function intoStereo(samples: Float32Array, count: number): Float32Array[] {
  const length = Math.floor(samples.length / count);
  return Array.from({ length: Math.min(2, count) }, (_, side) =>
    Float32Array.from({ length }, (__, i) => {
      const centre = count > 2 ? CENTRE_SHARE * (samples[i * count + 2] ?? 0) : 0;
      return (samples[i * count + side] ?? 0) + centre;
    }),
  );
}

function wholeBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** The library throws strings. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(`The audio could not be decoded: ${String(reason)}`);
}
