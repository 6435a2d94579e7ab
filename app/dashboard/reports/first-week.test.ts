import { expect, it } from 'vitest';
import type { StudioReport } from '#contracts/overview.ts';
import { firstWeekOf } from './first-week.ts';

const report = (days: string[], before: string[] = []): StudioReport => ({
  from_day: '2026-10-21',
  to_day: '2026-11-19',
  before_from: '2026-09-21',
  before_to: '2026-10-20',
  rows: days.map((day) => ({ day, figures: { views: 4 } })),
  before: before.map((day) => ({ day, figures: { views: 2 } })),
  parts: [],
});

it('is the week that begins with the first figure of any report', () => {
  const reports = [report(['2026-11-18']), report(['2026-11-17', '2026-11-19'])];
  expect(firstWeekOf(reports, '2026-11-19')).toEqual({
    from: '2026-11-17',
    to: '2026-11-23',
    day: 3,
    comparesFrom: '2026-11-24',
  });
});

it('ends after seven days, and never was when there are older figures or none', () => {
  expect(firstWeekOf([report(['2026-11-13'])], '2026-11-19')?.day).toBe(7);
  expect(firstWeekOf([report(['2026-11-12'])], '2026-11-19')).toBeNull();
  expect(firstWeekOf([report(['2026-11-18'], ['2026-10-01'])], '2026-11-19')).toBeNull();
  expect(firstWeekOf([report([])], '2026-11-19')).toBeNull();
  expect(
    firstWeekOf([{ ...report([]), rows: [{ day: '2026-11-18', figures: { views: 0 } }] }], '2026-11-19'),
  ).toBeNull();
});
