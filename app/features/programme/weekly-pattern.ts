// Describes a weekly pattern: "Tuesdays and Fridays 18:00–19:30", "Every second Monday 10:00–11:00", "First and third
// Saturday of the month 11:00–12:00".

import { capitalised } from '#app/language/capitalised.ts';
import { formatList, joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday, weekdayName } from '#app/language/names.ts';
import { placeInWeek } from '#app/language/week-start.ts';

export interface WeeklyTime {
  weekday: number;
  local_time: string;
  duration_min: number;
  /** Every so many weeks; absent: every week. */
  every_weeks?: number;
  /** Which weekday of the month, -1 for the last; null or absent: weekly. */
  month_week?: number | null;
}

/** Short ones where there is little room. */
type DayNames = 'long' | 'short';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const WEEKS_OF_MONTH = ['first', 'second', 'third', 'fourth', 'last'] as const;

/** Combines days with the same hours, and hours of the same days, in the order of the week. */
export function weeklyPattern(times: WeeklyTime[], dayNames: DayNames = 'long'): string {
  const sorted = [...times].sort(
    (a, b) =>
      placeInWeek(a.weekday) - placeInWeek(b.weekday) ||
      compareText(a.local_time, b.local_time) ||
      nthOf(a) - nthOf(b),
  );
  const byWeeks = sorted.filter(({ month_week }) => !month_week);
  const intervals = [...new Set(byWeeks.map(({ every_weeks = 1 }) => every_weeks))].sort((a, b) => a - b);
  const parts = joinItems([
    ...intervals.map((every) =>
      formatWeeks(
        byWeeks.filter(({ every_weeks = 1 }) => every_weeks === every),
        every,
        dayNames,
      ),
    ),
    ...formatMonths(sorted.filter(({ month_week }) => month_week)),
  ]);
  return capitalised(parts);
}

/** "18:00–19:30"; an end past midnight is shown as the next day's time. */
export function hoursOf({ local_time, duration_min }: Omit<WeeklyTime, 'weekday'>): string {
  const [hours, minutes] = local_time.split(':').map(Number);
  const end = ((hours ?? 0) * 60 + (minutes ?? 0) + duration_min) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local_time.slice(0, 5)}–${two(Math.floor(end / 60))}:${two(end % 60)}`;
}

function formatWeeks(times: WeeklyTime[], every: number, dayNames: DayNames): string {
  const byHours = new Map<string, number[]>();
  for (const time of times) {
    const days = byHours.get(hoursOf(time)) ?? [];
    if (!days.includes(time.weekday)) days.push(time.weekday);
    byHours.set(hoursOf(time), days);
  }
  const byDays = new Map<string, string[]>();
  for (const [hours, days] of byHours) {
    const label = formatDays(days, every, dayNames);
    byDays.set(label, [...(byDays.get(label) ?? []), hours]);
  }
  return joinItems(
    [...byDays].map(([days, hours]) =>
      t('shared.programme.days_and_hours', { days, hours: formatList(hours) }),
    ),
  );
}

function formatDays(days: number[], every: number, dayNames: DayNames): string {
  if (every > 1)
    return t('shared.programme.every_number_of_weeks', {
      weeks: every,
      days: formatList(days.map((day) => weekdayName(day))),
    });
  if (days.length === 7) return t('shared.programme.every_day');
  if (dayNames === 'short') return shortDays(days);
  return formatList(
    days.flatMap((day) => {
      const name = WEEKDAYS[day - 1];
      return name ? [t(`shared.programme.${name}s`)] : [];
    }),
  );
}

/** "Mon–Thu, Sat": three or more days in a row by the first and the last. */
function shortDays(days: number[]): string {
  const rows: number[][] = [];
  for (const day of days) {
    const row = rows.at(-1);
    if (row && placeInWeek(day) === placeInWeek(row.at(-1) ?? 0) + 1) row.push(day);
    else rows.push([day]);
  }
  return joinItems(
    rows.flatMap((row) => {
      const names = row.map(shortWeekday);
      return row.length > 2 ? [`${names[0]}–${names.at(-1)}`] : names;
    }),
  );
}

/** One phrase for each weekday and hour: "first and last Friday of the month 18:00–19:00". */
function formatMonths(times: WeeklyTime[]): string[] {
  const byTime = Map.groupBy(times, (time) => `${time.weekday} ${hoursOf(time)}`);
  return [...byTime.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const weeks = [...new Set(alike.map((time) => WEEKS_OF_MONTH[Math.min(nthOf(time), 5) - 1] ?? 'last'))];
    return t('shared.programme.weekday_of_the_month', {
      weeks: formatList(weeks.map((week) => t(`shared.programme.${week}_weekday`))),
      weekday: weekdayName(first.weekday),
      hours: hoursOf(first),
    });
  });
}

/** The last comes after the fourth. */
function nthOf({ month_week }: WeeklyTime): number {
  return month_week === -1 ? 5 : (month_week ?? 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
