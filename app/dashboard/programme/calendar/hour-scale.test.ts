import { describe, expect, it } from 'vitest';
import { hourScale, minuteAt, shareOf } from './hour-scale.ts';

const date = (local_time: string, duration_min = 90) => ({
  id: local_time,
  local_date: '2026-11-17',
  local_time,
  duration_min,
});
const hours = { from: 540, to: 1320 };

describe('the heights of hours', () => {
  it('are low where nothing takes place and tall where something does', () => {
    const { heights, totalRem } = hourScale(hours, [date('18:30')]);
    expect(heights).toHaveLength(13);
    expect(heights[9]).toBeGreaterThan(2 * (heights[0] ?? 0));
    // Where it only goes on, there is no text to read.
    expect(heights[10]).toBeLessThan(heights[9] ?? 0);
    expect(heights[10]).toBeGreaterThan(heights[0] ?? 0);
    expect(totalRem).toBeCloseTo(heights.reduce((sum, height) => sum + height, 0));
  });

  it('are taller for a short session, whose text would not fit', () => {
    const [long = 0, short = 0] = hourScale({ from: 540, to: 660 }, [
      date('09:00', 60),
      date('10:00', 30),
    ]).heights;
    expect(long).toBe(short);
    const [plain = 0] = hourScale({ from: 540, to: 660 }, [date('09:00', 120)]).heights;
    expect(short).toBeGreaterThan(plain);
  });

  it('are even when the days are empty', () => {
    expect(new Set(hourScale(hours, []).heights).size).toBe(1);
  });
});

describe('a place on the scale', () => {
  const scale = hourScale(hours, [date('18:30')]);
  it('leads back to the minute it came from', () => {
    for (let minute = 540; minute <= 1320; minute += 15)
      expect(minuteAt(shareOf(minute, scale), scale)).toBe(minute);
    expect([shareOf(540, scale), shareOf(1320, scale)]).toEqual([0, 1]);
  });

  it('snaps to the quarter hour and stays within the day', () => {
    expect(minuteAt(shareOf(1112, scale), scale)).toBe(1110);
    expect(minuteAt(-9, scale)).toBe(0);
    expect(minuteAt(9, scale)).toBe(1425);
  });
});
