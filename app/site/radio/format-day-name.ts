import { daysBetween, weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';

/** "today", "tonight", "tomorrow" or "Wed 18" for a day on the grid and the wall time a show begins at. */
export function formatDayName(day: string, today: string, from: string): string {
  const ahead = daysBetween(today, day);
  if (ahead <= 0) return from >= '18:00' ? 'tonight' : 'today';
  if (ahead === 1) return 'tomorrow';
  return `${weekdayName(weekdayOf(day)).slice(0, 3)} ${shortDay(day).split(' ')[0]}`;
}
