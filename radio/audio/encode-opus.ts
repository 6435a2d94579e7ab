// Opus packets of 20 ms, by libopus in WebAssembly.
import { Application, createEncoder, type OpusEncoderHandle, Signal } from 'libopus-wasm';
import { OPUS_PACKET_SAMPLES } from './ogg.ts';
import type { PacketEncoder, PacketFormatFacts } from './packet-format.ts';
import { createUpsampler, type Upsampler } from './upsample.ts';

// Half the time of the highest one; at this bitrate the difference is not heard.
const COMPLEXITY = 5;

export async function createOpusEncoder({
  bitrateKbps,
  sampleRate,
}: Pick<PacketFormatFacts, 'bitrateKbps' | 'sampleRate'>): Promise<PacketEncoder> {
  let encoder: OpusEncoderHandle | undefined;
  let upsampler: Upsampler = createUpsampler();
  /** Interleaved, of the packet that is being filled. */
  const block = new Float32Array(OPUS_PACKET_SAMPLES * 2);
  let filled = 0;
  let dropped = 0;

  async function restart(): Promise<void> {
    encoder?.free();
    encoder = await createEncoder({
      channels: 2,
      sampleRate: sampleRate as 48_000,
      application: Application.Audio,
      bitrate: bitrateKbps * 1000,
      complexity: COMPLEXITY,
      frameSize: OPUS_PACKET_SAMPLES,
      signal: Signal.Music,
    });
    upsampler = createUpsampler();
    filled = 0;
    // A decoder gives the sound so much later.
    dropped = encoder.getLookahead();
  }

  await restart();
  return {
    restart,
    async encode(channels) {
      const [left, right] = upsampler.push(channels);
      const packets: Uint8Array[] = [];
      for (let i = 0; i < (left?.length ?? 0); i++) {
        if (dropped > 0) {
          dropped--;
          continue;
        }
        block[filled++] = left?.[i] ?? 0;
        block[filled++] = right?.[i] ?? 0;
        if (filled < block.length) continue;
        filled = 0;
        const packet = encoder?.encodeFloat(block);
        if (packet) packets.push(packet.slice());
      }
      return packets;
    },
    async close() {
      encoder?.free();
      encoder = undefined;
    },
  };
}
