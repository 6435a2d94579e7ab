// Names of days and months. Constants: Intl costs a first visit 20 ms.

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** "Nov"; January is 0. */
export function shortMonth(month: number): string {
  return (MONTHS[month] ?? '').slice(0, 3);
}
