import { describe, expect, it } from 'vitest';
import {
  longDay,
  monthAndYear,
  shortDay,
  shortWeekdayAndLongDay,
  shortWeekSpan,
  weekSpan,
} from './format-day.ts';
import { weekdayName } from './names.ts';

describe('days as text', () => {
  it('writes a day long and short', () => {
    expect(longDay('2026-11-07')).toBe('7 November 2026');
    expect(shortDay('2026-11-07')).toBe('7 Nov');
    expect(weekdayName(2)).toBe('Tuesday');
    expect(shortWeekdayAndLongDay('2026-11-07')).toBe('Sat 7 November 2026');
    expect(monthAndYear('2026-11-07')).toBe('November 2026');
  });

  it.each([
    ['2026-11-16', '16 to 22 November 2026', '16 to 22 Nov'],
    ['2026-11-30', '30 November to 6 December 2026', '30 Nov to 6 Dec'],
    ['2026-12-28', '28 December 2026 to 3 January 2027', '28 Dec to 3 Jan'],
  ])('says the week of %s without repeating itself', (monday, long, short) => {
    expect(weekSpan(monday)).toBe(long);
    expect(shortWeekSpan(monday)).toBe(short);
  });
});
