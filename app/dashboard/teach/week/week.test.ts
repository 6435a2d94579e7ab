import { describe, expect, it } from 'vitest';
import type { TeachingSession } from '#contracts/teaching.ts';
import { formatRegister, sessionsByDay } from './week.ts';

const session = (more: Partial<TeachingSession>) =>
  ({
    starts_at: '2026-11-17T18:00:00Z',
    ends_at: '2026-11-17T19:00:00Z',
    status: 'planned',
    seats: 10,
    marked: 0,
    here: 0,
    waiting: 0,
    is_looked_for: false,
    ...more,
  }) as TeachingSession;

describe('the week of a teacher', () => {
  it('groups sessions by the studio’s days and leaves out empty days', () => {
    const sessions = [session({ id: 'a' }), session({ id: 'b', starts_at: '2026-11-18T23:30:00Z' })];
    const week = { from_day: '2026-11-16', is_linked: true, sessions };
    expect(sessionsByDay(week, 'Europe/Berlin').map(({ day, sessions: of }) => [day, of[0]?.id])).toEqual([
      ['2026-11-17', 'a'],
      ['2026-11-19', 'b'],
    ]);
  });

  it.each([
    [{ status: 'cancelled' as const }, 'Cancelled'],
    [{ is_looked_for: true }, 'Substitute needed'],
    [{ marked: 8, here: 7 }, '7 here, 2 not marked'],
    [{ marked: 10, here: 9 }, '9 here'],
    [{}, 'Not marked'],
    [{ seats: 0 }, ''],
    [{ ends_at: '2026-11-20T19:00:00Z', waiting: 2 }, '2 waiting'],
  ])('%j reads as "%s"', (more, text) => {
    expect(formatRegister(session(more), new Date('2026-11-18T10:00:00Z'))).toBe(text);
  });
});
