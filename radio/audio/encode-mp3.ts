// Sound samples to frames of the station's format. One encoder, one stream; runs where the caller runs, so callers
// with much to encode do it in a worker.
import { createMp3Encoder } from 'wasm-media-encoders';
import { createFrameScanner } from './frame-scanner.ts';
import { STATION } from './station-format.ts';

export interface Mp3Encoding {
  /** Planar samples in -1..1, one array a channel. */
  encode(channels: readonly Float32Array[]): Uint8Array[];
  finish(): Uint8Array[];
}

const BLOCK_SAMPLES = STATION.samplesPerFrame * 16;

/** `sampleRate` is the rate of what comes in; it leaves at the station's. */
export async function createMp3Encoding({ sampleRate }: { sampleRate: number }): Promise<Mp3Encoding> {
  const encoder = await createMp3Encoder();
  encoder.configure({
    channels: 2,
    sampleRate,
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
