import { describe, expect, it } from 'vitest';
import type { PlannedDate } from '#contracts/programme.ts';
import { formatClash, formatPlan, newPlan, planOf } from './plan.ts';

const defaults = { rooms: [{ id: 'r1' }], teacher: 't1', capacity: 8 };

describe('a plan of sessions', () => {
  it('starts with the next whole week and the offering’s own teacher and places', () => {
    expect(newPlan('2026-11-17', defaults)).toMatchObject({
      mode: 'weekly',
      startsOn: '2026-11-23',
      endsOn: '2027-01-31',
      room: 'r1',
      teacher: 't1',
      capacity: '8',
    });
  });

  it('starts at the hour clicked in the calendar', () => {
    const on = { day: '2026-11-19', time: '15:30', minutes: 75, room: 'r2' };
    expect(newPlan('2026-11-17', { ...defaults, on })).toMatchObject({
      mode: 'single',
      days: ['2026-11-19'],
      weekdays: [4],
      monthWeeks: [3],
      localTime: '15:30',
      durationMin: '75',
      room: 'r2',
    });
  });

  it('treats a fifth weekday of the month as the last one', () => {
    const on = (day: string) => newPlan('2026-11-17', { ...defaults, on: { day, time: '15:30' } }).monthWeeks;
    expect([on('2026-11-01'), on('2026-11-28'), on('2026-11-30')]).toEqual([[1], [4], [-1]]);
  });

  it('contains a weekly rule or single days, never both', () => {
    const fields = { ...newPlan('2026-11-17', defaults), weekdays: [2] };
    expect(planOf(fields, 'r1', [])).toMatchObject({ weekdays: [2], starts_on: '2026-11-23' });
    const single = planOf(
      { ...fields, mode: 'single', days: ['2026-12-02', '2026-12-01', '2026-12-02', ''] },
      'r1',
      [],
    );
    expect(single.dates).toEqual(['2026-12-01', '2026-12-02']);
    expect(single.weekdays).toBeUndefined();
  });

  it('contains an interval in weeks or the weeks of the month only if it does not repeat weekly', () => {
    const fields = { ...newPlan('2026-11-17', defaults), weekdays: [6], everyWeeks: 3, monthWeeks: [1, -1] };
    const asked = (mode: typeof fields.mode) => {
      const { every_weeks, month_weeks, weekdays } = planOf({ ...fields, mode }, 'r1', []);
      return { every_weeks, month_weeks, weekdays };
    };
    expect(asked('weekly')).toEqual({ weekdays: [6] });
    expect(asked('weeks')).toEqual({ weekdays: [6], every_weeks: 3 });
    expect(asked('monthly')).toEqual({ weekdays: [6], month_weeks: [1, -1] });
    expect(asked('single')).toEqual({});
  });

  it('is summarised in one line', () => {
    const day = (state: PlannedDate['state']) => ({ state }) as PlannedDate;
    expect(formatPlan([day('new'), day('new'), day('closed'), day('clash')])).toBe(
      '3 sessions, 1 clash, 1 closed day skipped',
    );
    expect(formatPlan([day('new')])).toBe('1 session');
  });

  it('names what it clashes with', () => {
    const clash = { session_id: '', title: 'Choir', starts_at: '', ends_at: '' };
    expect(formatClash({ ...clash, room: 'studio 1', teacher: null })).toBe('“Choir” is in studio 1');
    expect(formatClash({ ...clash, room: null, teacher: 'Teo' })).toBe('Teo teaches “Choir”');
  });
});
