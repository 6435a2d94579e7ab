import { describe, expect, it } from 'vitest';
import { openingLines } from './opening-lines.ts';
import { openingNow } from './opening-now.ts';

const hours = [
  { weekday: 2, opens: '10:00:00', closes: '22:00:00' },
  { weekday: 3, opens: '10:00:00', closes: '22:00:00' },
];
const line = (iso: string) => openingNow(hours, [], new Date(iso), 'Europe/Lisbon').line;

describe('whether the studio is open', () => {
  it.each([
    ['2026-11-17T09:00:00Z', 'Opens at 10:00'],
    ['2026-11-17T12:00:00Z', 'Open until 22:00'],
    ['2026-11-17T22:30:00Z', 'Opens tomorrow 10:00'],
    ['2026-11-19T12:00:00Z', 'Opens Tuesday 10:00'],
  ])('at %s says "%s"', (iso, expected) => {
    expect(line(iso)).toBe(expected);
  });

  it.each([
    ['2026-11-17T09:00:00Z', 'Opens at 10:00'],
    ['2026-11-17T12:59:00Z', 'Open until 13:00'],
    ['2026-11-17T13:00:00Z', 'Opens at 15:00'],
    ['2026-11-17T16:00:00Z', 'Open until 20:00'],
    ['2026-11-17T20:00:00Z', 'Opens tomorrow 10:00'],
  ])('with a break, at %s says "%s"', (iso, expected) => {
    const withBreak = [
      { weekday: 2, opens: '15:00:00', closes: '20:00:00' },
      { weekday: 2, opens: '10:00:00', closes: '13:00:00' },
      { weekday: 3, opens: '10:00:00', closes: '22:00:00' },
    ];
    expect(openingNow(withBreak, [], new Date(iso), 'Europe/Lisbon').line).toBe(expected);
  });

  it.each([
    ['a closed day', '2026-11-17', '2026-11-17', 'Opens tomorrow 10:00'],
    ['a closed week', '2026-11-17', '2026-11-22', 'Opens Tuesday 10:00'],
    ['a closed month', '2026-11-16', '2026-12-20', 'Opens Tuesday 22 December 2026 10:00'],
    ['a closed year', '2026-01-01', '2027-12-31', ''],
  ])('during %s names the day on which it opens again', (_length, starts_on, ends_on, expected) => {
    const closed = [{ starts_on, ends_on }];
    expect(openingNow(hours, closed, new Date('2026-11-17T12:00:00Z'), 'Europe/Lisbon').line).toBe(expected);
  });

  it('combines days in a row with the same hours, breaks included', () => {
    const day = (weekday: number) => [
      { weekday, opens: '15:00:00', closes: '20:00:00' },
      { weekday, opens: '10:00:00', closes: '13:00:00' },
    ];
    expect(openingLines([...day(1), ...day(2), ...day(4), ...hours.slice(1)])).toEqual([
      'Mon to Tue 10:00–13:00 and 15:00–20:00',
      'Wed 10:00–22:00',
      'Thu 10:00–13:00 and 15:00–20:00',
    ]);
  });

  it('knows when its text expires', () => {
    const { changesAt } = openingNow(hours, [], new Date('2026-11-17T12:00:30Z'), 'Europe/Lisbon');
    expect(changesAt.toISOString()).toBe('2026-11-17T22:00:00.000Z');
  });

  it('says nothing of a studio without hours', () => {
    expect(openingNow([], [], new Date('2026-11-17T12:00:00Z'), 'Europe/Lisbon').line).toBe('');
  });
});
