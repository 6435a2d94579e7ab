import { describe, expect, it } from 'vitest';
import { planWeek, readDay, type TimetableSession, weekToShow } from './plan-week.ts';

const session = (
  id: string,
  day: string,
  time: string,
  patch: Partial<TimetableSession> = {},
): TimetableSession => ({
  pool_id: 'a pool',
  id,
  local_date: day,
  local_time: `${time}:00`,
  duration_min: 90,
  starts_at: `${day}T${time}:00Z`,
  ends_at: new Date(Date.parse(`${day}T${time}:00Z`) + 90 * 60_000).toISOString(),
  status: 'planned',
  offering: { slug: id, kind: 'class', title: id, discipline: 'sound', price_cents: 900, currency: 'EUR' },
  teacher: null,
  is_online: false,
  room: { name: 'studio 1' },
  pool: { capacity: 8, taken: 2, waiting: 0 },
  ...patch,
});
const view = (sessions: TimetableSession[]) =>
  planWeek('2026-11-16', sessions, { today: '2026-11-17', now: new Date('2026-11-17T19:45:00Z') });

describe('a planned week', () => {
  it('puts every session on its day and knows what is gone', () => {
    const { days } = view([session('a', '2026-11-17', '18:00'), session('b', '2026-11-21', '10:00')]);
    expect(days).toHaveLength(7);
    expect(days.map((day) => day.sessions.length)).toEqual([0, 1, 0, 0, 0, 1, 0]);
    expect(days[0]).toMatchObject({ isPast: true, isToday: false });
    expect(days[1]).toMatchObject({ isPast: false, isToday: true });
    expect(days[1]?.sessions[0]?.isOver).toBe(true);
    expect(days[5]?.sessions[0]?.isOver).toBe(false);
  });

  it('shows a cancelled session but does not count it', () => {
    const { days } = view([session('a', '2026-11-18', '18:00', { status: 'cancelled' })]);
    expect(days[2]).toMatchObject({ sessionCount: 0 });
    expect(days[2]?.sessions).toHaveLength(1);
  });

  it('sets the same hour at the same height on every day', () => {
    const { days } = view([session('a', '2026-11-17', '18:00'), session('b', '2026-11-20', '18:00')]);
    expect(days[1]?.sessions[0]?.top).toBe(days[4]?.sessions[0]?.top);
  });

  it('opens the hours of an evening with three lanes', () => {
    const one = view([session('a', '2026-11-17', '18:00')]);
    const three = view([
      session('a', '2026-11-17', '18:00'),
      session('b', '2026-11-17', '18:30'),
      session('c', '2026-11-17', '19:00'),
    ]);
    expect(three.days[1]?.lanes).toBe(3);
    expect(three.days[1]?.sessions[0]?.height).toBeGreaterThan(one.days[1]?.sessions[0]?.height as number);
  });
});

describe('a session', () => {
  it('is high enough for its title, also upright beside others', () => {
    const title = 'Bookbinding in one night';
    const named = (id: string, time: string) =>
      session(id, '2026-11-18', time, {
        duration_min: 30,
        offering: { slug: id, kind: 'class', title, discipline: 'making', price_cents: 900, currency: 'EUR' },
      });
    const alone = view([named('a', '18:00')]).days[2]?.sessions[0];
    expect(alone?.height).toBeGreaterThanOrEqual(4.7);
    const beside = view([named('a', '18:00'), named('b', '18:00')]).days[2]?.sessions;
    for (const { height, placement } of beside ?? []) {
      expect(placement.width).toBe(0.5);
      expect(height).toBeGreaterThanOrEqual(6.3);
    }
  });

  it('no longer counts as remaining once it has ended', () => {
    const { days } = view([session('a', '2026-11-17', '18:00'), session('b', '2026-11-17', '20:00')]);
    expect(days[1]).toMatchObject({ sessionCount: 2, remainingCount: 1 });
  });
});

describe('the week that is shown', () => {
  it('is this one while something is still to come in it', () => {
    expect(weekToShow('2026-11-17', '2026-11-21')).toBe('2026-11-16');
  });

  it('is that of the next session on a Sunday evening', () => {
    expect(weekToShow('2026-11-15', '2026-11-17')).toBe('2026-11-16');
  });

  it('is this one when nothing is planned at all', () => {
    expect(weekToShow('2026-11-15', undefined)).toBe('2026-11-09');
  });

  it.each(['', 'monday', '2026-02-30', '9999-12-31', '0001-01-01'])('ignores %j in the address', (value) => {
    expect(readDay(value)).toBeUndefined();
  });
});
