import { describe, expect, it } from 'vitest';
import { comingShows, listChangesAt } from './coming-shows.ts';
import { type GridSlot, mergeSlots } from './merge-slots.ts';

const zone = 'Europe/Lisbon';
const slot = (weekday: number, local_time: string, duration_min: number, slug: string): GridSlot => ({
  weekday,
  local_time: `${local_time}:00`,
  duration_min,
  show: { slug },
});
const everyDay = (local_time: string, duration_min: number, slug: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => slot(weekday, local_time, duration_min, slug));
const grid = [
  ...everyDay('00:00', 360, 'night'),
  ...everyDay('06:00', 660, 'day'),
  ...everyDay('17:00', 360, 'evening'),
  ...everyDay('23:00', 60, 'night'),
];

describe('merging the grid', () => {
  it('makes one show of what goes on through midnight, also from Sunday to Monday', () => {
    const nights = mergeSlots(grid).filter(({ show }) => show.slug === 'night');
    expect(nights).toHaveLength(7);
    for (const night of nights) expect(night).toMatchObject({ local_time: '23:00:00', duration_min: 420 });
  });

  it('leaves two shows apart that only follow each other', () => {
    expect(mergeSlots([slot(1, '10:00', 60, 'a'), slot(1, '11:00', 60, 'b')])).toHaveLength(2);
  });

  it('leaves one show apart that has a pause', () => {
    expect(mergeSlots([slot(1, '10:00', 60, 'a'), slot(1, '12:00', 60, 'a')])).toHaveLength(2);
  });

  it('keeps a show that fills the whole week', () => {
    expect(mergeSlots([slot(1, '00:00', 10_080, 'loop')])).toHaveLength(1);
  });
});

describe('what comes towards the listener', () => {
  it('begins with what is on now', () => {
    const [now, next, after] = comingShows(grid, new Date('2026-11-17T17:38:00Z'), zone, 3);
    expect(now).toMatchObject({ show: { slug: 'evening' }, isNow: true, from: '17:00', until: '23:00' });
    expect(next).toMatchObject({
      show: { slug: 'night' },
      isNow: false,
      from: '23:00',
      until: '06:00',
      day: '2026-11-17',
    });
    expect(after).toMatchObject({ show: { slug: 'day' }, day: '2026-11-18' });
  });

  it('knows after midnight that a show began yesterday', () => {
    const [now] = comingShows(grid, new Date('2026-11-16T02:00:00Z'), zone, 1);
    expect(now).toMatchObject({ show: { slug: 'night' }, isNow: true, day: '2026-11-15', from: '23:00' });
  });

  it('goes on into next week when the grid is short', () => {
    const shows = comingShows([slot(3, '10:00', 60, 'only')], new Date('2026-11-17T12:00:00Z'), zone, 2);
    expect(shows.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-25']);
  });

  it('is nothing while the grid is empty', () => {
    expect(comingShows([], new Date('2026-11-17T12:00:00Z'), zone, 5)).toEqual([]);
  });

  it('changes when the show of this hour ends, or the next one begins', () => {
    const now = new Date('2026-11-17T17:38:20Z');
    const shows = comingShows(grid, now, zone, 3);
    expect(listChangesAt(shows, now)?.toISOString()).toBe('2026-11-17T23:00:00.000Z');
    const gap = comingShows([slot(2, '17:00', 60, 'short')], now, zone, 2);
    expect(listChangesAt(gap, now)?.toISOString()).toBe('2026-11-17T18:00:00.000Z');
    expect(listChangesAt([], now)).toBeUndefined();
  });
});
