import { describe, expect, it } from 'vitest';
import { TAU } from '../numbers.ts';
import { addSound, normalise, SAMPLE_RATE } from './piece.ts';
import { makePiece, PIECES } from './pieces.ts';
import { HIGHEST_HZ, LOWEST_HZ, measureSpectrogram } from './spectrogram.ts';

function tone(hz: number) {
  const samples = new Float32Array(SAMPLE_RATE);
  addSound(samples, 0, 1, (t) => Math.sin(TAU * hz * t));
  return { durationS: 1, samples, contrast: 1 };
}

describe('sounds of the sample studio', () => {
  it('show a tone in the row of its pitch, low notes at the bottom', () => {
    const rows = 100;
    for (const hz of [220, 1000, 4000]) {
      const { values, columns } = measureSpectrogram(tone(hz), 5, rows);
      const column = Array.from({ length: rows }, (_, row) => values[row * columns + 2] ?? 0);
      const loudest = column.indexOf(Math.max(...column));
      const expected = rows * (1 - Math.log(hz / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ));
      expect(Math.abs(loudest - expected)).toBeLessThan(3);
    }
  });

  it('are as loud as they may be and no louder', () => {
    const loud = normalise(Float32Array.of(0.1, -0.4, 0.2));
    expect(Math.max(...loud.map(Math.abs))).toBeCloseTo(0.9);
  });

  it('are the same every time', () => {
    const [first, again] = [makePiece('a-kettle-in-bergen'), makePiece('a-kettle-in-bergen')];
    expect(first.samples.length).toBe(first.durationS * SAMPLE_RATE);
    expect(first.samples.every((value, at) => value === again.samples[at])).toBe(true);
    expect(PIECES).toContain('harbour-at-minus-six');
  });
});
