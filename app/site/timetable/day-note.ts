// What a day of the timetable says beside its name.
import { t } from '#app/language/messages.ts';
import type { PlannedDay } from './plan-week.ts';

/** "Today, 4 sessions", "past", "closed": for a column. */
export function dayNote(
  { isToday, isPast, sessionCount, date }: PlannedDay,
  isOpenOn: (day: string) => boolean,
): string {
  if (isToday)
    return sessionCount === 0
      ? t('site.timetable.today')
      : t('site.timetable.today_with_sessions', { count: sessionCount });
  if (isPast) return t('site.timetable.past');
  return sessionCount > 0 ? countNote(sessionCount) : emptyNote(date, isOpenOn);
}

/** "3 over, 4 still to come", "4 sessions", "closed": for a day that is shown alone, under its name. */
export function listNote(
  { isToday, sessionCount, remainingCount, date }: PlannedDay,
  isOpenOn: (day: string) => boolean,
): string {
  if (sessionCount === 0) return emptyNote(date, isOpenOn);
  const over = sessionCount - remainingCount;
  return isToday && over > 0
    ? t('site.timetable.over_and_coming', { over, coming: remainingCount })
    : countNote(sessionCount);
}

function countNote(count: number): string {
  return t('site.timetable.sessions', { count });
}

function emptyNote(date: string, isOpenOn: (day: string) => boolean): string {
  return isOpenOn(date) ? t('site.timetable.quiet') : t('site.timetable.closed');
}
