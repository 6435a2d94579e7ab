// Formats calendar days. A day has no zone: it is read and written in UTC.
import { addDays } from './calendar-day.ts';
import { t } from './messages.ts';
import { monthName, shortMonth, shortWeekday, weekdayName } from './names.ts';

/** "17 November 2026" */
export function longDay(day: string): string {
  const { date, month, year } = partsOf(day);
  return t('shared.dates.day_month_year', { day: date, month: monthName(month), year });
}

/** "17 November" */
function dayAndMonth(day: string): string {
  const { date, month } = partsOf(day);
  return t('shared.dates.day_month', { day: date, month: monthName(month) });
}

/** "17 Nov" */
export function shortDay(day: string): string {
  const { date, month } = partsOf(day);
  return t('shared.dates.short_day_month', { day: date, month: shortMonth(month) });
}

/** "17 Nov 2025" */
export function shortDayOfYear(day: string): string {
  const { date, month, year } = partsOf(day);
  return t('shared.dates.short_day_month_year', { day: date, month: shortMonth(month), year });
}

/** "Tue 17" */
export function weekdayAndDay(day: string): string {
  const { date, weekday } = partsOf(day);
  return t('shared.dates.weekday_day', { weekday: shortWeekday(weekday), day: date });
}

/** "Tuesday 17" */
export function fullWeekdayAndDay(day: string): string {
  const { date, weekday } = partsOf(day);
  return t('shared.dates.weekday_day', { weekday: weekdayName(weekday), day: date });
}

/** "Tuesday 17 November" */
export function weekdayAndDate(day: string): string {
  return withWeekday(weekdayName(partsOf(day).weekday), dayAndMonth(day));
}

/** "Tuesday 17 November 2026" */
export function weekdayAndLongDay(day: string): string {
  return withWeekday(weekdayName(partsOf(day).weekday), longDay(day));
}

/** "Tuesday 17 Nov" */
export function weekdayAndShortDay(day: string): string {
  return withWeekday(weekdayName(partsOf(day).weekday), shortDay(day));
}

/** "Tue 17 Nov" */
export function shortWeekdayAndDay(day: string): string {
  return withWeekday(shortWeekday(partsOf(day).weekday), shortDay(day));
}

function withWeekday(weekday: string, date: string): string {
  return t('shared.dates.weekday_date', { weekday, date });
}

/** "Tue 17 November 2026" */
export function shortWeekdayAndLongDay(day: string): string {
  return withWeekday(shortWeekday(partsOf(day).weekday), longDay(day));
}

/** "November 2026" */
export function monthAndYear(day: string): string {
  const { month, year } = partsOf(day);
  return t('shared.dates.month_year', { month: monthName(month), year });
}

/** "Nov 2026" */
export function shortMonthOfYear(day: string): string {
  const { month, year } = partsOf(day);
  return t('shared.dates.short_month_year', { month: shortMonth(month), year });
}

/** "16 to 22 November 2026", "30 November to 6 December 2026", "28 December 2026 to 3 January 2027" */
export function weekSpan(monday: string): string {
  return spanOfDays(monday, addDays(monday, 6));
}

/** The same for any first and last day; one day is "17 November 2026". */
export function spanOfDays(from: string, to: string): string {
  if (from === to) return longDay(from);
  const [first, last] = [partsOf(from), partsOf(to)];
  if (first.year !== last.year) return span(longDay(from), longDay(to));
  return span(first.month === last.month ? dayOfSpan(first.date) : dayAndMonth(from), longDay(to));
}

/** "16 to 22 Nov", "30 Nov to 6 Dec" */
export function shortWeekSpan(monday: string): string {
  const sunday = addDays(monday, 6);
  const [first, last] = [partsOf(monday), partsOf(sunday)];
  return span(first.month === last.month ? dayOfSpan(first.date) : shortDay(monday), shortDay(sunday));
}

/** The "9" of "9 to 15 Nov" */
function dayOfSpan(day: number): string {
  return t('shared.dates.day_of_range', { day });
}

/** "9 to 15 Nov", "18:00 to 20:00" */
export function span(from: string, to: string): string {
  return t('shared.dates.range', { from, to });
}

function partsOf(day: string) {
  const moment = new Date(`${day}T00:00:00Z`);
  return {
    date: moment.getUTCDate(),
    month: moment.getUTCMonth(),
    // A year is not a number to be grouped.
    year: String(moment.getUTCFullYear()),
    weekday: moment.getUTCDay() || 7,
  };
}
