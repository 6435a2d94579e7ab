// Generated sounds for tests.
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { createStreamDecoder } from '../audio/stream-decoder.ts';

export function tone(seconds: number, { hz = 440, level = 0.5, sampleRate = 44_100 } = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => level * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
}

/** Something like music: two tones over noise, as loud all along; the same in every run. */
export function music(seconds: number, { hz = 220, level = 1, sampleRate = 44_100 } = {}): Float32Array {
  let state = Math.round(hz);
  let noise = 0;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise += 0.2 * (state / 2 ** 31 - 1 - noise);
    const turn = (2 * Math.PI * hz * i) / sampleRate;
    return level * (0.25 * noise + 0.12 * Math.sin(turn) + 0.1 * Math.sin(3 * turn));
  });
}

/** The sound as frames of the station, the same on both sides. */
export async function encode(samples: Float32Array): Promise<Uint8Array[]> {
  const encoding = await createMp3Encoding({ sampleRate: 44_100 });
  return [...encoding.encode([samples, samples]), ...encoding.finish()];
}

/** The left side of what a decoder makes of frames. */
export async function decode(frames: readonly Uint8Array[]): Promise<Float32Array> {
  const decoder = await createStreamDecoder('mp3');
  const sound = await decoder.decode(Buffer.concat(frames));
  const left = sound?.channels[0]?.slice() ?? new Float32Array(0);
  decoder.free();
  return left;
}

/** Levels of parts of 50 ms, in decibels. */
export function levelsOf(samples: Float32Array, windowSamples = 2205): number[] {
  return Array.from({ length: Math.floor(samples.length / windowSamples) }, (_, i) => {
    const part = samples.subarray(i * windowSamples, (i + 1) * windowSamples);
    return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 1e-12) / windowSamples);
  });
}

/** A WAV file of 16 bit, stereo. */
export function wavOf(samples: Float32Array, sampleRate = 44_100): Buffer {
  const data = Buffer.alloc(samples.length * 4);
  for (const [i, sample] of samples.entries()) {
    data.writeInt16LE(Math.round(sample * 32_767), i * 4);
    data.writeInt16LE(Math.round(sample * 32_767), i * 4 + 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
