import { describe, expect, it } from 'vitest';
import { createAacDecoder } from '../audio/aac-decoder.ts';
import { PACKET_FORMATS, packetFormats } from '../audio/packet-format.ts';
import { createStreamDecoder } from '../audio/stream-decoder.ts';
import { decode, encode, music } from '../testing/sounds.ts';
import { encodePacketFile } from './encode-packet-file.ts';
import { packetFileOf, readPackets } from './packet-file.ts';

/** How many samples `b` is behind `a`, and how alike both are there. */
function lagOf(a: Float32Array, b: Float32Array, maxLag: number): { lag: number; likeness: number } {
  let best = { lag: 0, likeness: -1 };
  for (let lag = -maxLag; lag <= maxLag; lag++) {
    let [ab, aa, bb] = [0, 0, 0];
    for (let i = 30_000; i < 40_000; i++) {
      const [x, y] = [a[i] ?? 0, b[i + lag] ?? 0];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    const likeness = ab / Math.sqrt(aa * bb);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best;
}

describe('tracks in small formats', () => {
  it('[RADIO-33] hold the same sound at the same sample as the MP3', async () => {
    const frames = await encode(music(2));
    const mp3 = await decode(frames);
    for (const format of packetFormats) {
      const file = await encodePacketFile(Buffer.concat(frames), format);
      const packets = readPackets(file, format);
      expect(packets.length).toBe(Math.ceil(mp3.length / PACKET_FORMATS[format].packetSamples));
      expect((file.length * 8) / (mp3.length / 44_100) / 1000).toBeLessThan(
        PACKET_FORMATS[format].bitrateKbps * 1.15,
      );
      const decoder = format === 'aac' ? await createAacDecoder() : await createStreamDecoder('ogg-opus');
      const sound = [await decoder.decode(file), await decoder.flush()];
      decoder.free();
      const left = Float32Array.from(sound.flatMap((one) => [...(one?.channels[0] ?? [])]));
      const rate = PACKET_FORMATS[format].sampleRate;
      const atStation = Float32Array.from({ length: mp3.length }, (_, i) => {
        const at = (i * rate) / 44_100;
        const share = at - Math.floor(at);
        return (left[Math.floor(at)] ?? 0) * (1 - share) + (left[Math.floor(at) + 1] ?? 0) * share;
      });
      const { lag, likeness } = lagOf(mp3, atStation, 1500);
      expect({ format, lag, isAlike: likeness > 0.9 }).toEqual({ format, lag: 0, isAlike: true });
    }
    expect(packetFileOf('a-b.mp3', 'opus')).toBe('a-b.opus');
  });
});
