import { expect, it } from 'vitest';
import { judgeLevel, meterShare } from './meter-scale.ts';

it.each([
  [-90, 0],
  [-60, 0],
  [-24, 0.33],
  [-9, 0.715],
  [0, 1],
  [3, 1],
])('puts %d dB at %d of the meter', (db, share) => {
  expect(meterShare(db)).toBeCloseTo(share, 3);
});

it('judges a level as a host would', () => {
  expect([-60, -40, -14, 0].map(judgeLevel)).toEqual(['silent', 'quiet', 'good', 'loud']);
});
