import { daysBetween, weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay } from '#app/language/format-day.ts';
import { shortWeekday } from '#app/language/names.ts';

/** "today", "tonight", "tomorrow" or "Wed 18" for a day on the grid and the wall time a show begins at. */
export function formatDayName(day: string, today: string, from: string): string {
  const ahead = daysBetween(today, day);
  if (ahead <= 0) return from >= '18:00' ? 'tonight' : 'today';
  if (ahead === 1) return 'tomorrow';
  return `${shortWeekday(weekdayOf(day))} ${shortDay(day).split(' ')[0]}`;
}
