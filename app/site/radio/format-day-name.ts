import { daysBetween } from '#app/language/calendar-day.ts';
import { weekdayAndDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';

/** "today", "tonight", "tomorrow" or "Wed 18" for a day on the grid and the wall time a show begins at. */
export function formatDayName(day: string, today: string, from: string): string {
  const ahead = daysBetween(today, day);
  if (ahead <= 0) return from >= '18:00' ? t('shared.dates.tonight') : t('shared.dates.today');
  if (ahead === 1) return t('shared.dates.tomorrow');
  return weekdayAndDay(day);
}
