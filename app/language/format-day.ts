// Formats calendar days. A day has no zone: it is read and written in UTC.
import { addDays } from './calendar-day.ts';
import { MONTHS, shortMonth, WEEKDAYS } from './names.ts';

/** "17 November 2026" */
export function longDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "17 Nov" */
export function shortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${shortMonth(date.getUTCMonth())}`;
}

/** "Tuesday"; Monday is 1. */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

/** "16 to 22 November 2026", "30 November to 6 December 2026", "28 December 2026 to 3 January 2027" */
export function weekSpan(monday: string): string {
  const first = longDay(monday).split(' ');
  const last = longDay(addDays(monday, 6)).split(' ');
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} to ${last.join(' ')}`;
}

/** "16 to 22 Nov", "30 Nov to 6 Dec" */
export function shortWeekSpan(monday: string): string {
  const [firstDay, firstMonth] = shortDay(monday).split(' ');
  const last = shortDay(addDays(monday, 6));
  return last.endsWith(` ${firstMonth}`) ? `${firstDay} to ${last}` : `${firstDay} ${firstMonth} to ${last}`;
}
