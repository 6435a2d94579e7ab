// The status label of a session today, and how wide its title is set: the sooner, the wider.

import { t } from '#app/language/messages.ts';
import type { TodaySession } from '#contracts/overview.ts';
import type { TeachingSession } from '#contracts/teaching.ts';

/** What teachers see of a session; staff also see who has not paid. */
export type DaySession = TeachingSession & Partial<TodaySession>;

export function isRunning({ status, starts_at, ends_at }: DaySession, now: Date): boolean {
  return status === 'planned' && new Date(starts_at) <= now && now < new Date(ends_at);
}

export function sessionStatus(session: DaySession, now: Date): { label: string; isUrgent: boolean } {
  const ends = new Date(session.ends_at);
  const missing = session.seats - session.marked;
  if (session.status === 'cancelled')
    return { label: t('dashboard.common.session_cancelled'), isUrgent: false };
  if (session.is_looked_for) return { label: t('dashboard.today.substitute_needed'), isUrgent: true };
  if (!session.teacher && ends > now) return { label: t('dashboard.today.no_teacher'), isUrgent: true };
  if (ends <= now && missing > 0)
    return {
      label:
        session.marked === 0
          ? t('dashboard.today.not_marked')
          : t('dashboard.today.count_not_marked', { count: missing }),
      isUrgent: true,
    };
  if (ends <= now)
    return {
      label: t('dashboard.today.came_of_seats', { here: session.here, seats: session.seats }),
      isUrgent: false,
    };
  if (session.unpaid)
    return { label: t('dashboard.today.count_unpaid', { count: session.unpaid }), isUrgent: true };
  const isFull = session.seats >= session.capacity;
  return { label: isFull ? fullLabel(session.waiting) : '', isUrgent: false };
}

function fullLabel(waiting: number): string {
  return waiting > 0 ? t('dashboard.today.full_and_waiting', { waiting }) : t('dashboard.today.full');
}

const MAX_WIDTH = 118;
const MIN_WIDTH = 68;
const HOURS_PER_STEP = 6;

export function widthOf(session: Pick<TodaySession, 'starts_at' | 'ends_at'>, now: Date): number {
  const [starts, ends] = [Date.parse(session.starts_at), Date.parse(session.ends_at)];
  const at = now.getTime();
  if (at >= ends) return MIN_WIDTH;
  const hours = Math.max(0, (starts - at) / 3_600_000);
  return Math.round(Math.max(MIN_WIDTH + 8, MAX_WIDTH - hours * HOURS_PER_STEP));
}
