// Names of days and months, from the messages: Intl costs a first visit 20 ms.
import { t } from './messages.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** "Tuesday"; Monday is 1. */
export function weekdayName(weekday: number): string {
  const name = WEEKDAYS[weekday - 1];
  return name ? t(`shared.dates.${name}`) : '';
}

/** "Tue"; Monday is 1. */
export function shortWeekday(weekday: number): string {
  const name = WEEKDAYS[weekday - 1];
  return name ? t(`shared.dates.${name}_short`) : '';
}

/** "November"; January is 0. */
export function monthName(month: number): string {
  const name = MONTHS[month];
  return name ? t(`shared.dates.${name}`) : '';
}

/** "Nov"; January is 0. */
export function shortMonth(month: number): string {
  const name = MONTHS[month];
  return name ? t(`shared.dates.${name}_short`) : '';
}
