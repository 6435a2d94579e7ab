// AAC Low Complexity with ADTS heads, by FFmpeg's encoder in WebAssembly. The package runs it in a worker of its own and
// takes a while to start, so one encoder serves many sounds in a row: they are told apart by counting blocks.
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } from 'mediabunny';
import { ADTS_RATES, withAdtsHead } from './adts.ts';
import { PACKET_FORMATS, type PacketEncoder } from './packet-format.ts';

const { packetSamples: BLOCK, sampleRate, bitrateKbps } = PACKET_FORMATS.aac;
const HEAD = { profile: 2, rateIndex: ADTS_RATES.indexOf(sampleRate), channels: 2 };
// A decoder gives the sound one block later, and the encoder holds the last block back.
const DELAY_BLOCKS = 1;
const HELD_BACK = 1;

export async function createAacEncoder(): Promise<PacketEncoder> {
  registerAacEncoder();
  const ready: Uint8Array[] = [];
  let arrived = 0;
  let wake: () => void = () => undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate: bitrateKbps * 1000,
    onEncodedPacket({ data }) {
      arrived++;
      if (arrived > skipUntil) ready.push(withAdtsHead(data, HEAD));
      wake();
    },
  });
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();

  let waiting: Float32Array[] = [new Float32Array(0), new Float32Array(0)];
  let passedBlocks = 0;
  let skipUntil = DELAY_BLOCKS;

  async function untilArrived(count: number): Promise<void> {
    while (arrived < count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }

  return {
    async restart() {
      await untilArrived(passedBlocks - HELD_BACK);
      ready.length = 0;
      waiting = waiting.map(() => new Float32Array(0));
      skipUntil = passedBlocks + DELAY_BLOCKS;
    },
    async encode(channels) {
      const inputs = waiting.map((rest, side) =>
        joined(rest, channels[side] ?? (channels[0] as Float32Array)),
      );
      const blocks = Math.floor((inputs[0]?.length ?? 0) / BLOCK);
      waiting = inputs.map((input) => input.slice(blocks * BLOCK));
      if (blocks > 0) {
        const sample = new AudioSample({
          data: Buffer.concat(inputs.map((input) => bytesOf(input.subarray(0, blocks * BLOCK)))),
          format: 'f32-planar',
          numberOfChannels: 2,
          sampleRate,
          timestamp: (passedBlocks * BLOCK) / sampleRate,
        });
        passedBlocks += blocks;
        await source.add(sample);
        sample.close();
        await untilArrived(passedBlocks - HELD_BACK);
      }
      return ready.splice(0);
    },
    close: () => output.cancel(),
  };
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function bytesOf(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
