import { expect, it } from 'vitest';
import { formatLevel, judgeLevel, meterShare } from './meter-scale.ts';

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

it('says that no level is known yet, and does not call it silence', () => {
  const [unknown, silent, heard] = [null, -60, -12.3].map(formatLevel);
  expect([unknown, silent]).toEqual(['waiting', 'silent']);
  expect(heard).toMatch(/12\.3/);
});

it('judges a level as a host would', () => {
  expect([-60, -40, -14, 0].map(judgeLevel)).toEqual(['silent', 'quiet', 'good', 'loud']);
});
