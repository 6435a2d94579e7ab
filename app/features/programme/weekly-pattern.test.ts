import { describe, expect, it } from 'vitest';
import { hoursOf, weeklyPattern } from './weekly-pattern.ts';

const at = (weekday: number, local_time: string, duration_min = 90) => ({
  weekday,
  local_time,
  duration_min,
});

describe('the weekly pattern', () => {
  it('says days with the same hours in one breath', () => {
    expect(weeklyPattern([at(5, '18:00:00'), at(2, '18:00:00')])).toBe('Tuesdays and Fridays 18:00–19:30');
    expect(weeklyPattern([at(1, '09:00:00'), at(3, '09:00:00'), at(4, '09:00:00')])).toBe(
      'Mondays, Wednesdays and Thursdays 09:00–10:30',
    );
  });

  it('keeps different hours apart, in the order of the week', () => {
    expect(weeklyPattern([at(6, '11:00:00', 75), at(3, '15:30:00', 75)])).toBe(
      'Wednesdays 15:30–16:45, Saturdays 11:00–12:15',
    );
  });

  it('says every day when it is', () => {
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => at(weekday, '17:00:00', 120));
    expect(weeklyPattern(week)).toBe('Every day 17:00–19:00');
  });

  it('says several hours of the same days once', () => {
    expect(
      weeklyPattern([
        at(2, '17:00:00', 60),
        at(2, '21:00:00', 60),
        at(4, '17:00:00', 60),
        at(4, '21:00:00', 60),
      ]),
    ).toBe('Tuesdays and Thursdays 17:00–18:00 and 21:00–22:00');
  });

  it('says every so many weeks, and which weekdays of a month', () => {
    const every = (weeks: number, weekday: number) => ({ ...at(weekday, '18:00:00'), every_weeks: weeks });
    expect(weeklyPattern([every(2, 2), every(2, 4), at(1, '09:00:00')])).toBe(
      'Mondays 09:00–10:30, every second Tuesday and Thursday 18:00–19:30',
    );
    const monthly = (month_week: number) => ({ ...at(6, '11:00:00', 60), every_weeks: 1, month_week });
    expect(weeklyPattern([monthly(-1), monthly(1), monthly(1)])).toBe(
      'First and last Saturday of the month 11:00–12:00',
    );
  });

  it('shows an end after midnight', () => {
    expect(hoursOf(at(1, '23:00:00', 120))).toBe('23:00–01:00');
  });

  it('says nothing where there is no pattern', () => {
    expect(weeklyPattern([])).toBe('');
  });
});

it('names days in short where there is little room, and a row of days by its first and last', () => {
  const days = [1, 2, 3, 4, 6].map((day) => at(day, '09:00:00', 60));
  expect(weeklyPattern(days, 'short')).toBe('Mon–Thu, Sat 09:00–10:00');
  expect(weeklyPattern([at(2, '09:00:00', 60), at(3, '09:00:00', 60)], 'short')).toBe('Tue, Wed 09:00–10:00');
});
