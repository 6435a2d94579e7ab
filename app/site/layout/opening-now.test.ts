import { describe, expect, it } from 'vitest';
import { openingNow } from './opening-now.ts';

const hours = [
  { weekday: 2, opens: '10:00:00', closes: '22:00:00' },
  { weekday: 3, opens: '10:00:00', closes: '22:00:00' },
];
const line = (iso: string) => openingNow(hours, new Date(iso), 'Europe/Lisbon').line;

describe('whether the studio is open', () => {
  it.each([
    ['2026-11-17T09:00:00Z', 'Opens at 10:00'],
    ['2026-11-17T12:00:00Z', 'Open until 22:00'],
    ['2026-11-17T22:30:00Z', 'Opens tomorrow 10:00'],
    ['2026-11-19T12:00:00Z', 'Opens Tuesday 10:00'],
  ])('at %s says "%s"', (iso, expected) => {
    expect(line(iso)).toBe(expected);
  });

  it('knows when its text expires', () => {
    const { changesAt } = openingNow(hours, new Date('2026-11-17T12:00:30Z'), 'Europe/Lisbon');
    expect(changesAt.toISOString()).toBe('2026-11-17T22:00:00.000Z');
  });

  it('says nothing of a studio without hours', () => {
    expect(openingNow([], new Date('2026-11-17T12:00:00Z'), 'Europe/Lisbon').line).toBe('');
  });
});
