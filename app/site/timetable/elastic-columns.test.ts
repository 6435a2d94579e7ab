import { describe, expect, it } from 'vitest';
import { dayWidths, nearestDay } from './elastic-columns.ts';

const day = (
  sessionCount: number,
  patch: { isPast?: boolean; isToday?: boolean; lanes?: number; remainingCount?: number } = {},
) => ({
  isPast: false,
  isToday: false,
  lanes: 1,
  sessionCount,
  remainingCount: patch.isPast ? 0 : sessionCount,
  ...patch,
});
const week = [
  day(1, { isPast: true }),
  day(7, { isToday: true, lanes: 3 }),
  day(3),
  day(3, { lanes: 2 }),
  day(3),
  day(4, { lanes: 3 }),
  day(0),
];

describe('the columns of the week', () => {
  it('narrow with distance from today; gone and empty days are thinnest', () => {
    const shares = dayWidths(
      week.map((each) => ({ ...each, lanes: 1 })),
      1,
    ).map(({ share }) => share);
    expect(shares[1]).toBe(3.2);
    for (const [wider, narrower] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ] as const)
      expect(shares[wider]).toBeGreaterThan(shares[narrower] as number);
    expect(shares[0]).toBeLessThan(0.7);
    expect(shares[6]).toBe(0.55);
  });

  it('give a day more room for every session that runs at the same time', () => {
    const alone = dayWidths(
      week.map((each) => ({ ...each, lanes: 1 })),
      1,
    );
    const together = dayWidths(week, 1);
    for (const index of [1, 3, 5])
      expect(together[index]?.share).toBeGreaterThan(alone[index]?.share as number);
    expect(together[2]?.share).toBe(alone[2]?.share);
  });

  it('say which days need no more than their name', () => {
    expect(dayWidths(week, 1).map(({ isThin }) => isThin)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(dayWidths(week, 6)[6]?.isThin).toBe(false);
  });

  it('bring a chosen day near, even one that is gone', () => {
    const widths = dayWidths(week, 0);
    expect(widths[0]).toMatchObject({ share: 3.2, display: 150, text: 100 });
    expect(widths[1]?.display).toBe(124);
  });
});

describe('the nearest day', () => {
  it('is today when something is on', () => {
    expect(nearestDay(week)).toBe(1);
  });

  it('is the next day with sessions when today is free', () => {
    expect(nearestDay([day(0, { isToday: true }), day(0), day(2)])).toBe(2);
  });

  it('is the next open day once the last session of today is over', () => {
    expect(nearestDay([day(3, { isToday: true, remainingCount: 0 }), day(0), day(2)])).toBe(2);
  });

  it('is today when nothing more comes this week', () => {
    expect(nearestDay([day(2, { isPast: true }), day(0, { isToday: true })])).toBe(1);
  });

  it('is the first day with sessions of a week to come, and the last of a week that is gone', () => {
    expect(nearestDay([day(0), day(2), day(2)])).toBe(1);
    expect(nearestDay([day(2, { isPast: true }), day(2, { isPast: true }), day(0, { isPast: true })])).toBe(
      1,
    );
  });
});
