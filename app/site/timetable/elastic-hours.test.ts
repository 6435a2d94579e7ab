import { describe, expect, it } from 'vitest';
import { hourScale, topOf } from './elastic-hours.ts';

const at = (start: number, end: number, leastRem = 0, lanes = 1) => ({
  start: start * 60,
  end: end * 60,
  lanes,
  leastRem,
});

describe('the hours of the day', () => {
  it('begin with the first session and end with the last', () => {
    const scale = hourScale([at(10, 11), at(18.5, 21.5)]);
    expect(scale.firstHour).toBe(10);
    expect(scale.heights).toHaveLength(12);
  });

  it('crowd where nothing happens and open where much happens', () => {
    const scale = hourScale([
      at(10, 11),
      at(18, 19),
      at(18, 19),
      at(18, 19),
      at(18, 19),
      at(18, 19),
      at(18, 19),
    ]);
    const [ten, noon, six] = [scale.heights[0], scale.heights[2], scale.heights[8]] as number[];
    expect(noon).toBeLessThan(ten as number);
    expect(six).toBeGreaterThan(ten as number);
  });

  it('are taller where three run at once', () => {
    const [one, two, three] = [1, 2, 3].map(
      (lanes) => hourScale([at(18, 19, 0, lanes)]).totalRem,
    ) as number[];
    expect(two).toBeGreaterThan(one as number);
    expect(three).toBeGreaterThan(two as number);
  });

  it('grow until the shortest class has room for its text', () => {
    const scale = hourScale([at(10, 10.75, 3.4), at(18, 20)]);
    expect(topOf(10.75 * 60, scale) - topOf(600, scale)).toBeGreaterThanOrEqual(3.39);
  });

  it('place every later time further down, and the end at the very foot', () => {
    const scale = hourScale([at(9.5, 11), at(14, 16, 5), at(19, 22)]);
    let before = -1;
    for (let minutes = 570; minutes <= 1320; minutes += 15) {
      const top = topOf(minutes, scale);
      expect(top).toBeGreaterThan(before);
      before = top;
    }
    expect(topOf(22 * 60, scale)).toBeCloseTo(scale.totalRem, 1);
  });

  it('keep usual hours in a week without sessions', () => {
    expect(hourScale([]).heights).toHaveLength(12);
  });

  it('hold a session that runs past midnight at the foot of its day', () => {
    const scale = hourScale([at(23, 25)]);
    expect(scale.heights).toHaveLength(1);
    expect(topOf(1500, scale)).toBe(scale.totalRem);
  });
});
