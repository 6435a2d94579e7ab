import { addDays } from '#app/language/calendar-day.ts';
import { localDay } from '#app/language/format-time.ts';
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
  if (session.status === 'cancelled') return 'Cancelled';
  if (session.is_looked_for) return 'Substitute needed';
  if (session.marked > 0) {
    const open = session.seats - session.marked;
    return open > 0 ? `${session.here} here, ${open} not marked` : `${session.here} here`;
  }
  if (new Date(session.ends_at) < now && session.seats > 0) return 'Not marked';
  return session.waiting > 0 ? `${session.waiting} waiting` : '';
}
