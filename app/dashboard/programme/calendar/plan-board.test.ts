import { describe, expect, it } from 'vitest';
import {
  daysShown,
  dayWidths,
  firstShown,
  hoursShown,
  minuteAt,
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

  it('a month is shown in whole weeks', () => {
    const days = daysShown('month', '2026-11-19');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(daysShown('month', '2027-02-10')).toHaveLength(28);
  });

  it.each([
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

  it('a drop snaps to the quarter hour', () => {
    const hours = { from: 540, to: 1320 };
    expect(minuteAt(0, hours)).toBe(540);
    expect(minuteAt(0.5, hours)).toBe(930);
    expect(minuteAt(0.503, hours)).toBe(930);
    expect(minuteAt(-1, hours)).toBe(0);
    expect(minuteAt(9, hours)).toBe(1425);
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
  const hours = { from: 540, to: 1140 };
  it('share the width when they overlap and take all of it when they do not', () => {
    const places = placeDay([date('a', '09:00', 90), date('b', '10:00', 60), date('c', '12:00', 60)], hours);
    expect(places.get('a')).toEqual({ top: 0, height: 15, left: 0, width: 50 });
    expect(places.get('b')).toEqual({ top: 10, height: 10, left: 50, width: 50 });
    expect(places.get('c')).toEqual({ top: 30, height: 10, left: 0, width: 100 });
  });

  it('widen their day: most when they overlap, least when there are none, more for today', () => {
    const dates = [
      date('a', '10:00', 90),
      date('b', '10:30', 60),
      { ...date('c', '10:00'), local_date: '2026-11-18' },
    ];
    const [beside = 0, single = 0, empty = 0] = dayWidths(['2026-11-17', '2026-11-18', '2026-11-19'], dates, {
      today: '2026-11-01',
      hours,
    });
    expect(beside).toBeGreaterThan(single);
    expect(single).toBeGreaterThan(empty);
    const [today = 0] = dayWidths(['2026-11-17'], dates, { today: '2026-11-17', hours });
    expect(today).toBeGreaterThan(beside);
  });
});
