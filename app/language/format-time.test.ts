import { describe, expect, it } from 'vitest';
import {
  clockTime,
  dayName,
  localDay,
  localMinutes,
  localWeekday,
  nextMidnight,
  shortDate,
} from './format-time.ts';

const zone = 'Europe/Lisbon';
const at = (iso: string) => new Date(iso);

describe("the studio's clock", () => {
  it('keeps an evening class at 18:00 on both sides of a clock change', () => {
    expect(clockTime(at('2026-10-24T17:00:00Z'), zone)).toBe('18:00');
    expect(clockTime(at('2026-10-26T18:00:00Z'), zone)).toBe('18:00');
  });

  it('speaks of today, tonight, tomorrow and then the day', () => {
    const now = at('2026-11-17T11:00:00Z');
    expect(dayName(at('2026-11-17T15:00:00Z'), now, zone)).toBe('today');
    expect(dayName(at('2026-11-17T18:30:00Z'), now, zone)).toBe('tonight');
    expect(dayName(at('2026-11-18T10:00:00Z'), now, zone)).toBe('tomorrow');
    expect(dayName(at('2026-11-19T19:30:00Z'), now, zone)).toBe('Thu 19');
  });

  it('reads day, weekday and minutes in the zone, not in UTC', () => {
    const late = at('2026-07-14T23:30:00Z');
    expect(localDay(late, zone)).toBe('2026-07-15');
    expect(localWeekday(late, zone)).toBe(3);
    expect(localMinutes(late, zone)).toBe(30);
    expect(shortDate(late, zone)).toBe('15 Jul');
  });

  it.each([
    ['2026-11-17T11:00:00Z', '2026-11-18T00:00:00.000Z'],
    ['2026-10-25T00:30:00Z', '2026-10-26T00:00:00.000Z'],
    ['2026-03-29T00:30:00Z', '2026-03-29T23:00:00.000Z'],
    ['2026-07-14T22:59:59Z', '2026-07-14T23:00:00.000Z'],
  ])('finds midnight after %s', (now, midnight) => {
    expect(nextMidnight(at(now), zone).toISOString()).toBe(midnight);
  });
});
