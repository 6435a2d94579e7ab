import { describe, expect, it } from 'vitest';
import { dateLabel, nearDay } from './date-label.ts';

const now = new Date('2026-11-17T11:00:00Z');

describe('the day of a session', () => {
  it.each([
    ['2026-11-17T18:00:00Z', 'Tonight, 17 Nov'],
    ['2026-11-17T15:00:00Z', 'Today, 17 Nov'],
    ['2026-11-18T18:00:00Z', 'Tomorrow, 18 Nov'],
    ['2026-11-24T18:00:00Z', 'Tue 24 Nov'],
    ['2027-01-02T18:00:00Z', 'Sat 2 Jan 2027'],
  ])('%s is %s', (startsAt, label) => {
    expect(dateLabel(new Date(startsAt), now, 'Europe/Lisbon')).toBe(label);
  });

  it('begins with a small letter after other words', () => {
    const startsAt = new Date('2026-11-17T18:00:00Z');
    expect(dateLabel(startsAt, now, 'Europe/Lisbon', true)).toBe('tonight, 17 Nov');
  });

  it.each([
    ['2026-11-17T18:00:00Z', 'tonight'],
    ['2026-11-21T18:00:00Z', 'Sat 21'],
    ['2026-12-26T18:00:00Z', '26 Dec'],
  ])('in a list, %s is %s', (startsAt, label) => {
    expect(nearDay(new Date(startsAt), now, 'Europe/Lisbon')).toBe(label);
  });
});
