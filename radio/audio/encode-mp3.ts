// Sound samples to frames of the station's format. One encoder, one stream; runs where the caller runs, so callers
// with much to encode do it in a worker.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import { createFrameScanner } from './frame-scanner.ts';
import { requireSampleRate } from './sound-limits.ts';
import { STATION } from './station-format.ts';

export interface Mp3Encoding {
  /** Planar samples in -1..1, one array a channel. */
  encode(channels: readonly Float32Array[]): Uint8Array[];
  finish(): Uint8Array[];
}

const BLOCK_SAMPLES = STATION.samplesPerFrame * 16;

// The package's own way compiles the program again for every encoder, and what the last one had optimised is lost.
let program: Promise<WebAssembly.Module> | undefined;

function loadProgram(): Promise<WebAssembly.Module> {
  program ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error: unknown) => {
      program = undefined;
      throw error;
    });
  return program;
}

/** `sampleRate` is the rate of what comes in; it leaves at the station's. */
export async function createMp3Encoding({ sampleRate }: { sampleRate: number }): Promise<Mp3Encoding> {
  const encoder = await createEncoder('audio/mpeg', await loadProgram());
  encoder.configure({
    channels: 2,
    // One sample of 1 Hz would become 44,100.
    sampleRate: requireSampleRate(sampleRate),
    outputSampleRate: STATION.sampleRate,
    bitrate: STATION.bitrateKbps,
  });
  const scanner = createFrameScanner();
  return {
    encode(channels) {
      const frames: Uint8Array[] = [];
      const left = channels[0] ?? new Float32Array(0);
      const right = channels[1] ?? left;
      // The encoder allocates its own memory: small chunks keep it small.
      for (let at = 0; at < left.length; at += BLOCK_SAMPLES) {
        const end = at + BLOCK_SAMPLES;
        const bytes = encoder.encode([left.subarray(at, end), right.subarray(at, end)]);
        if (bytes.length > 0) frames.push(...scanner.push(bytes.slice()));
      }
      return frames;
    },
    finish: () => [...scanner.push(encoder.finalize().slice()), ...scanner.flush()],
  };
}
