// Times in the studio's time zone, in one format, the same on server and browser.
import { shortDay, weekdayAndDay } from './format-day.ts';
import { t } from './messages.ts';
import { wallTime } from './zone-clock.ts';

/** "18:00" */
export function clockTime(moment: Date, zone: string): string {
  return wallTime(moment, zone).toISOString().slice(11, 16);
}

/** "2026-11-17" in the studio's zone. */
export function localDay(moment: Date, zone: string): string {
  return wallTime(moment, zone).toISOString().slice(0, 10);
}

/** "today", "tonight", "tomorrow" or "Wed 18", relative to now. */
export function dayName(moment: Date, now: Date, zone: string): string {
  const day = localDay(moment, zone);
  if (day === localDay(now, zone))
    return wallTime(moment, zone).getUTCHours() >= 18 ? t('shared.dates.tonight') : t('shared.dates.today');
  if (day === localDay(new Date(now.getTime() + 86_400_000), zone)) return t('shared.dates.tomorrow');
  return weekdayAndDay(day);
}

/** "12 Nov" */
export function shortDate(moment: Date, zone: string): string {
  return shortDay(localDay(moment, zone));
}

/** Weekday in the studio's time zone, Monday is 1. */
export function localWeekday(moment: Date, zone: string): number {
  return wallTime(moment, zone).getUTCDay() || 7;
}

/** Minutes since midnight in the studio's time zone. */
export function localMinutes(moment: Date, zone: string): number {
  const wall = wallTime(moment, zone);
  return wall.getUTCHours() * 60 + wall.getUTCMinutes();
}

/** The next midnight in the studio's time zone. */
export function nextMidnight(now: Date, zone: string): Date {
  const today = localDay(now, zone);
  // A day has 23 to 25 hours: step until the date changes, then go back to the exact minute.
  let moment = new Date(now.getTime() + (1440 - localMinutes(now, zone)) * 60_000);
  moment.setUTCSeconds(0, 0);
  while (localDay(moment, zone) === today) moment = new Date(moment.getTime() + 3_600_000);
  while (localDay(new Date(moment.getTime() - 60_000), zone) !== today)
    moment = new Date(moment.getTime() - 60_000);
  return moment;
}
