// One run of encoded sound, in the worker: frames in, packets out. Sound is passed to the encoder half a second late: the
// packets that follow the run may lie up to half a packet off its time, and its end slides there, by 2 % of speed at most.
// Nothing is cut, and no sound is mixed with itself.
import type { StreamDecoder } from '../audio/decoded-audio.ts';
import { createMp3Decoder } from '../audio/mp3-decoder.ts';
import { LOOK_AHEAD_PACKETS, PRIMING_PACKETS } from '../audio/packet-encoder.ts';
import type { PacketEncoder } from '../audio/packet-format.ts';
import { STATION } from '../audio/station-format.ts';

export interface RunSound {
  push(frames: Uint8Array): Promise<Uint8Array[]>;
  /** The last packets, `count` in all; the sound behind them lies `shift` samples later. */
  end(frames: Uint8Array, { count, shift }: { count: number; shift: number }): Promise<Uint8Array[]>;
  close(): void;
}

export interface RunSoundOptions {
  encoder: PacketEncoder;
  packetSamples: number;
  /** Number of the first frame that will be pushed. */
  firstFrame: number;
  /** Sample of the stream with which the first packet begins. */
  contentAt: number;
}

const SLIDE_PACKETS = 24;
const HELD_PACKETS = SLIDE_PACKETS + 1;

export async function createRunSound(options: RunSoundOptions): Promise<RunSound> {
  const { encoder, packetSamples, firstFrame, contentAt } = options;
  const decoder: StreamDecoder = await createMp3Decoder();
  await encoder.restart();
  /** Decoded sound from this sample of the stream on. */
  let soundAt = firstFrame * STATION.samplesPerFrame;
  let sound = [new Float32Array(0), new Float32Array(0)];
  let passedUntil = contentAt - PRIMING_PACKETS * packetSamples;
  let skip = PRIMING_PACKETS;
  let given = 0;

  async function decode(frames: Uint8Array): Promise<void> {
    const decoded = frames.length > 0 ? await decoder.decode(frames) : undefined;
    if (!decoded) return;
    // Two packets before what is passed next stay: a shift may go back.
    const from = passedUntil - 2 * packetSamples - soundAt;
    const dropped = Math.min(Math.max(0, from), sound[0]?.length ?? 0);
    sound = sound.map((rest, side) => {
      const more = decoded.channels[side] ?? (decoded.channels[0] as Float32Array);
      const left = rest.subarray(dropped);
      const all = new Float32Array(left.length + more.length);
      all.set(left);
      all.set(more, left.length);
      return all;
    });
    soundAt += dropped;
  }

  const endOfSound = () => soundAt + (sound[0]?.length ?? 0);

  async function pass(until: number, valueAt: (channel: Float32Array, sample: number) => number) {
    const count = Math.max(0, until - passedUntil);
    const passed = sound.map((channel) => {
      const values = new Float32Array(count);
      for (let i = 0; i < count; i++) values[i] = valueAt(channel, passedUntil + i);
      return values;
    });
    const packets = await encoder.encode(passed);
    passedUntil += count;
    const skipped = Math.min(skip, packets.length);
    skip -= skipped;
    return packets.slice(skipped);
  }

  const plain = (channel: Float32Array, sample: number) => channel[sample - soundAt] ?? 0;
  /** The value between two samples, by a curve through the four around it. */
  const between = (channel: Float32Array, at: number) => {
    const sample = Math.floor(at);
    const share = at - sample;
    const [a, b] = [plain(channel, sample - 1), plain(channel, sample)];
    const [c, d] = [plain(channel, sample + 1), plain(channel, sample + 2)];
    return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)));
  };

  return {
    async push(frames) {
      await decode(frames);
      const until = endOfSound() - HELD_PACKETS * packetSamples;
      if (until <= passedUntil) return [];
      const packets = await pass(until, plain);
      given += packets.length;
      return packets;
    },
    async end(frames, { count, shift }) {
      await decode(frames);
      const end = contentAt + count * packetSamples;
      const slideFrom = Math.max(passedUntil, end - SLIDE_PACKETS * packetSamples);
      const packets = await pass(end + (LOOK_AHEAD_PACKETS + 1) * packetSamples, (channel, sample) => {
        if (sample < slideFrom) return plain(channel, sample);
        if (sample >= end) return plain(channel, sample + shift);
        return between(channel, sample + (shift * (sample - slideFrom)) / (end - slideFrom));
      });
      return packets.slice(0, Math.max(0, count - given));
    },
    close: () => decoder.free(),
  };
}
