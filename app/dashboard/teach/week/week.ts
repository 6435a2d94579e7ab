import { addDays } from '#app/language/calendar-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { TeachingSession, TeachingWeek } from '#contracts/teaching.ts';

export const WEEK_DAYS = 7;

/** The days of the span in order, each with its sessions; days without any are left out. */
export function sessionsByDay(
  week: TeachingWeek,
  zone: string,
): { day: string; sessions: TeachingSession[] }[] {
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(week.from_day, index));
  return days
    .map((day) => ({
      day,
      sessions: week.sessions.filter(({ starts_at }) => localDay(new Date(starts_at), zone) === day),
    }))
    .filter(({ sessions }) => sessions.length > 0);
}

/** The state of a session's register. */
export function formatRegister(session: TeachingSession, now: Date): string {
  if (session.status === 'cancelled') return t('dashboard.common.session_cancelled');
  if (session.is_looked_for) return t('dashboard.teach.substitute_needed');
  if (session.marked > 0) {
    const open = session.seats - session.marked;
    return open > 0
      ? t('dashboard.teach.here_and_not_marked', { here: session.here, open })
      : t('dashboard.teach.count_here', { count: session.here });
  }
  if (isUnmarked(session, now)) return t('dashboard.teach.not_marked');
  return session.waiting > 0 ? t('dashboard.common.waiting_waiting', { waiting: session.waiting }) : '';
}

/** Over, and no one was marked. */
export function isUnmarked(session: TeachingSession, now: Date): boolean {
  return (
    session.status !== 'cancelled' &&
    session.marked === 0 &&
    session.seats > 0 &&
    new Date(session.ends_at) < now
  );
}
