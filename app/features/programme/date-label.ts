// A session's day as lists show it, relative to now.

import { dayName, localDay, localWeekday, shortDate } from '#app/language/format-time.ts';
import { shortWeekday } from '#app/language/names.ts';

const NEAR_MS = 14 * 86_400_000;

/** "tonight", "Sat 21", and after two weeks, where a weekday alone would be ambiguous, "26 Dec". */
export function nearDay(startsAt: Date, now: Date, zone: string): string {
  const isNear = startsAt.getTime() - now.getTime() < NEAR_MS;
  return isNear ? dayName(startsAt, now, zone) : shortDate(startsAt, zone);
}

/** "Tonight, 17 Nov", "Tue 24 Nov", "Sat 2 Jan 2027" */
export function dateLabel(startsAt: Date, now: Date, zone: string): string {
  const date = shortDate(startsAt, zone);
  const name = dayName(startsAt, now, zone);
  if (name === 'today' || name === 'tonight' || name === 'tomorrow')
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${date}`;
  const weekday = shortWeekday(localWeekday(startsAt, zone));
  const year = localDay(startsAt, zone).slice(0, 4);
  return year === localDay(now, zone).slice(0, 4) ? `${weekday} ${date}` : `${weekday} ${date} ${year}`;
}
