import { describe, expect, it } from 'vitest';
import { drawField, type FieldShape, rulePositions } from './draw-field.ts';

const shape: FieldShape = {
  width: 1440,
  height: 400,
  pitch: 9.6,
  thin: 0.11,
  thick: 0.68,
  strength: 0.9,
  waves: 2.2,
};

describe('the compression field', () => {
  it('never lets two rules cross, at any moment of the wave', () => {
    for (let phase = 0; phase < 20; phase += 0.37) {
      const xs = rulePositions(shape, phase);
      for (let i = 1; i < xs.length; i++) expect(xs[i]).toBeGreaterThan(xs[i - 1] as number);
    }
  });

  it('crowds rules in one place and opens them in another', () => {
    const xs = rulePositions(shape, 0.2);
    const gaps = xs.slice(1).map((x, i) => x - (xs[i] as number));
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeGreaterThan(2);
  });

  it('covers the whole width at any moment', () => {
    for (let phase = 0; phase < 20; phase += 0.9) {
      const xs = rulePositions(shape, phase);
      expect(Math.min(...xs)).toBeLessThan(0);
      expect(Math.max(...xs)).toBeGreaterThan(shape.width);
    }
  });

  it('is the same drawing for the same moment', () => {
    expect(drawField(shape, 1.5)).toEqual(drawField(shape, 1.5));
  });
});
