// Generated sounds for tests.
export function tone(seconds: number, { hz = 440, level = 0.5, sampleRate = 44_100 } = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => level * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
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
