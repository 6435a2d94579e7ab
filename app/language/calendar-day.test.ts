import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isCalendarDay, mondayOf, weekdayOf } from './calendar-day.ts';

describe('calendar days', () => {
  it.each([
    ['2026-11-17', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['17-11-2026', false],
    ['2026-11-17T10:00', false],
    ['', false],
  ])('knows whether %j is a day', (text, isDay) => {
    expect(isCalendarDay(text)).toBe(isDay);
  });

  it('counts over the ends of months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-11-17', '2026-11-16')).toBe(-1);
  });

  it('begins the week on Monday', () => {
    expect(weekdayOf('2026-11-16')).toBe(1);
    expect(weekdayOf('2026-11-22')).toBe(7);
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  });
});
