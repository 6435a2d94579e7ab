import { describe, expect, it } from 'vitest';
import { sumByDay, sumByShow } from './sum-listening.ts';

const minute = (at: string, listeners: number, title?: string) => ({
  minute: at,
  listeners,
  show: title ? { title } : null,
});

describe('listening', () => {
  it('counts a listener once a day, by the day of the studio, however often they come', () => {
    const sitting = (started_at: string, visitor: string) => ({ started_at, visitor, seconds: 90 });
    const sums = sumByDay(
      ['2026-11-14', '2026-11-15'],
      [
        sitting('2026-11-14T20:00:00Z', 'a'),
        sitting('2026-11-14T21:00:00Z', 'a'),
        sitting('2026-11-14T23:30:00Z', 'b'),
      ],
      [minute('2026-11-14T20:00:00Z', 3)],
      'Europe/Berlin',
    );
    expect(sums).toEqual([
      { day: '2026-11-14', listeners: 1, minutes: 3, peak: 3 },
      { day: '2026-11-15', listeners: 1, minutes: 2, peak: 0 },
    ]);
  });
  it('sums shows, the most listened first', () => {
    expect(
      sumByShow([
        minute('2026-11-14T20:00:00Z', 2, 'Post'),
        minute('2026-11-14T20:01:00Z', 5),
        minute('2026-11-14T20:02:00Z', 1, 'Post'),
      ]),
    ).toEqual([
      { title: 'Between two shows', minutes: 5, peak: 5 },
      { title: 'Post', minutes: 3, peak: 2 },
    ]);
  });
});
