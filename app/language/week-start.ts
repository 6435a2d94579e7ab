// Weeks as they are drawn: they begin on the first weekday of the page's language.
import { addDays, weekdayOf } from './calendar-day.ts';
import { currentLanguage } from './messages.ts';

/** The first day of the day's week. */
export function weekStartOf(day: string): string {
  return addDays(day, -placeInWeek(weekdayOf(day)));
}

/** Where a weekday stands in the week of the page's language; its first day is 0. */
export function placeInWeek(weekday: number): number {
  return (weekday - currentLanguage().firstWeekday + 7) % 7;
}

/** Weekdays in the order of a week; Monday is 1. */
export function weekdaysInOrder(): number[] {
  const { firstWeekday } = currentLanguage();
  return Array.from({ length: 7 }, (_, index) => ((firstWeekday - 1 + index) % 7) + 1);
}
