import { describe, expect, it } from 'vitest';
import { axisOf, labelledPoints } from './axis.ts';

describe('the value axis', () => {
  it.each([
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [15, [0, 5, 10, 15]],
    [47, [0, 20, 40, 60]],
    [100, [0, 25, 50, 75, 100]],
    [47_800, [0, 20_000, 40_000, 60_000]],
  ])('up to %i has the values %j', (max, ticks) => {
    expect(axisOf(max)).toEqual({ top: ticks.at(-1), ticks });
  });

  it('without anything has only zero', () => {
    expect(axisOf(0)).toEqual({ top: 1, ticks: [0] });
  });

  it('always reaches the largest value in at most five values', () => {
    for (let max = 1; max < 5000; max += 7) {
      const { top, ticks } = axisOf(max);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });
});

it('labels every day of a week, about five points of more at equal distances, and always the last', () => {
  expect(labelledPoints(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelledPoints(30)).toEqual([5, 11, 17, 23, 29]);
  expect(labelledPoints(12).at(-1)).toBe(11);
});
