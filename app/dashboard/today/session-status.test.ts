import { describe, expect, it } from 'vitest';
import type { TodaySession } from '#contracts/overview.ts';
import { sessionStatus, widthOf } from './session-status.ts';

const now = new Date('2026-11-17T18:00:00Z');
const session = (more: Partial<TodaySession>) =>
  ({
    starts_at: '2026-11-17T19:00:00Z',
    ends_at: '2026-11-17T20:00:00Z',
    status: 'planned',
    teacher: 'Inês',
    seats: 5,
    capacity: 8,
    here: 0,
    marked: 0,
    waiting: 0,
    unpaid: 0,
    is_looked_for: false,
    ...more,
  }) as TodaySession;
const over = { starts_at: '2026-11-17T10:00:00Z', ends_at: '2026-11-17T11:00:00Z' };
const on = { starts_at: '2026-11-17T17:30:00Z', ends_at: '2026-11-17T19:00:00Z' };

describe('a session of today', () => {
  it.each([
    [{ status: 'cancelled' as const }, 'Cancelled', false],
    [{ is_looked_for: true }, 'Substitute needed', true],
    [{ teacher: null }, 'No teacher', true],
    [over, 'Not marked', true],
    [{ ...over, marked: 4 }, '1 not marked', true],
    [{ ...over, marked: 5, here: 4 }, '4 of 5 came', false],
    [{ unpaid: 2 }, '2 unpaid', true],
    [{ seats: 8 }, 'Full', false],
    [{ seats: 8, waiting: 3 }, 'Full, 3 waiting', false],
    [{}, '', false],
  ])('%j says "%s"', (more, label, isUrgent) => {
    expect(sessionStatus(session(more), now)).toEqual({ label, isUrgent });
  });

  it('is set wider the sooner it starts, and narrowest when it is over', () => {
    const widths = [on, {}, { starts_at: '2026-11-17T22:00:00Z', ends_at: '2026-11-17T23:00:00Z' }, over].map(
      (more) => widthOf(session(more), now),
    );
    expect(widths).toEqual([...widths].sort((one, other) => other - one));
    expect(new Set(widths).size).toBe(4);
  });
});
