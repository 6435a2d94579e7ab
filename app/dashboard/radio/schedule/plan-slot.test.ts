import { describe, expect, it } from 'vitest';
import { clashesOf, droppedAt } from './plan-slot.ts';

const slot = (id: string, weekday: number, local_time: string, duration_min: number) => ({
  id,
  show_id: id,
  weekday,
  local_time,
  duration_min,
  content: 'live' as const,
});

describe('the weekly schedule', () => {
  it.each([
    [0, '00:00'],
    [0.5, '12:00'],
    [0.503, '12:00'],
    [0.51, '12:15'],
    [1.2, '23:45'],
  ])('a drop at %d of the day lands at %s', (share, time) => expect(droppedAt(share)).toBe(time));

  it('finds overlapping slots, also across the end of the week', () => {
    const night = slot('night', 7, '23:00:00', 180);
    const early = slot('early', 1, '01:00:00', 60);
    const later = slot('later', 1, '02:00:00', 60);
    expect(clashesOf(night, [night, early, later])).toEqual([early]);
    expect(clashesOf(early, [night, early, later])).toEqual([night]);
    expect(clashesOf(later, [night, early, later])).toEqual([]);
  });
});
