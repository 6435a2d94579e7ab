// The cases of EBU Tech 3341, shortened: a sine of 1 kHz in both channels.
import { expect, it } from 'vitest';
import { createLoudnessMeter } from './loudness.ts';

const RATE = 48_000;

function loudnessOf(parts: [seconds: number, dbfs: number][]): number {
  const meter = createLoudnessMeter(RATE, 2);
  for (const [seconds, dbfs] of parts) {
    const amplitude = 10 ** (dbfs / 20);
    const tone = Float32Array.from(
      { length: seconds * RATE },
      (_, at) => amplitude * Math.sin((2 * Math.PI * 1000 * at) / RATE),
    );
    meter.add([tone, tone]);
  }
  return meter.result().integratedLufs;
}

it.each<[string, [number, number][], number]>([
  ['a steady tone is as loud as its level', [[5, -23]], -23],
  [
    'passages more than ten units below the rest do not count',
    [
      [3, -36],
      [15, -23],
      [3, -36],
    ],
    -23,
  ],
  [
    'quiet passages within ten units count',
    [
      [10, -20],
      [10, -26],
    ],
    -22.04,
  ],
  [
    'silence does not count',
    [
      [3, -90],
      [10, -23],
    ],
    -23,
  ],
])('%s', (_, parts, expected) => {
  expect(Math.abs(loudnessOf(parts) - expected)).toBeLessThan(0.1);
});
