import { describe, expect, it } from 'vitest';
import { hourScale } from './hour-scale.ts';
import {
  daysShown,
  dayWidths,
  firstShown,
  hoursShown,
  placeDay,
  spanBetween,
  stepDay,
} from './plan-board.ts';

const date = (id: string, local_time: string, duration_min = 60) => ({
  id,
  local_date: '2026-11-17',
  local_time,
  duration_min,
});

describe('the days of the calendar', () => {
  it('a week begins on Monday', () => {
    expect(daysShown('week', '2026-11-19')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ]);
  });

  it('a day stands alone', () => {
    expect(daysShown('day', '2026-11-19')).toEqual(['2026-11-19']);
  });

  it('a month is shown in whole weeks', () => {
    const days = daysShown('month', '2026-11-19');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(daysShown('month', '2027-02-10')).toHaveLength(28);
  });

  it.each([
    ['day', '2026-12-31', 1, '2027-01-01'],
    ['week', '2026-12-31', 1, '2027-01-07'],
    ['month', '2027-01-31', 1, '2027-02-01'],
    ['month', '2027-01-31', -1, '2026-12-01'],
  ] as const)('a %s on from %s by %i is %s', (view, day, by, next) => {
    expect(stepDay(view, day, by)).toBe(next);
  });
});

describe('the day that a narrow month view shows', () => {
  const on = (local_date: string) => ({ local_date });
  it('is the requested day if it is today or has sessions', () => {
    expect(firstShown('2026-11-19', [on('2026-11-20')], { today: '2026-11-19' })).toBe('2026-11-19');
    expect(firstShown('2026-11-20', [on('2026-11-20')], { today: '2026-11-19' })).toBe('2026-11-20');
  });

  it('otherwise is the first day of that month with sessions, never one of the month before', () => {
    const dates = [on('2026-10-30'), on('2026-11-04'), on('2026-11-20')];
    expect(firstShown('2026-11-01', dates, { today: '2026-12-01' })).toBe('2026-11-04');
    expect(firstShown('2027-01-01', dates, { today: '2026-12-01' })).toBe('2027-01-01');
  });
});

describe('the hours of the calendar', () => {
  it('are those of the studio unless a session needs more', () => {
    expect(hoursShown([])).toEqual({ from: 540, to: 1320 });
    expect(hoursShown([date('a', '07:30'), date('b', '21:30', 75)])).toEqual({ from: 420, to: 1380 });
    expect(hoursShown([date('a', '23:00', 180)]).to).toBe(1440);
  });
});

describe('hours drawn on an empty day', () => {
  it('begin at the upper end, drawn downwards or upwards', () => {
    expect(spanBetween(600, 675)).toEqual({ from: 600, minutes: 75 });
    expect(spanBetween(675, 600)).toEqual({ from: 600, minutes: 75 });
    expect(spanBetween(600, 600).minutes).toBe(0);
  });
});

describe('sessions of one day', () => {
  // Ten hours of equal height.
  const scale = hourScale({ from: 540, to: 1140 }, []);
  const rounded = (places: ReturnType<typeof placeDay>, id: string) =>
    Object.values(places.get(id) ?? {}).map((value) => Math.round(value * 10) / 10);

  it('share the width when they overlap and take all of it when they do not', () => {
    const places = placeDay([date('a', '09:00', 90), date('b', '10:00', 60), date('c', '12:00', 60)], scale);
    expect(rounded(places, 'a')).toEqual([0, 15, 0, 50]);
    expect(rounded(places, 'b')).toEqual([10, 10, 50, 50]);
    expect(rounded(places, 'c')).toEqual([30, 10, 0, 100]);
  });

  it('widen over the lanes that are free beside them', () => {
    const places = placeDay(
      [date('a', '10:00', 60), date('b', '10:30', 60), date('c', '10:45', 60), date('d', '11:15', 90)],
      scale,
    );
    // Three lanes; the last session begins when the first has ended, beside the third.
    expect(rounded(places, 'a').slice(2)).toEqual([0, 33.3]);
    expect(rounded(places, 'd').slice(2)).toEqual([0, 33.3]);
    const later = placeDay(
      [date('a', '10:00', 60), date('b', '10:00', 60), date('c', '10:00', 120), date('d', '11:00', 60)],
      scale,
    );
    // The longest comes first, so that the session after the two short ones has both their lanes.
    expect(rounded(later, 'c').slice(2)).toEqual([0, 33.3]);
    expect(rounded(later, 'd').slice(2)).toEqual([33.3, 66.7]);
  });

  it('widen their day: most when they overlap, least when there are none, more for today', () => {
    const dates = [
      date('a', '10:00', 90),
      date('b', '10:30', 60),
      { ...date('c', '10:00'), local_date: '2026-11-18' },
    ];
    const [beside = 0, single = 0, empty = 0] = dayWidths(['2026-11-17', '2026-11-18', '2026-11-19'], dates, {
      today: '2026-11-01',
      scale,
    });
    expect(beside).toBeGreaterThan(single);
    expect(single).toBeGreaterThan(empty);
    const [today = 0] = dayWidths(['2026-11-17'], dates, { today: '2026-11-17', scale });
    expect(today).toBeGreaterThan(beside);
  });
});
