// How long ago something was, as text. Falls back to the date for older moments.
import { clockTime, localDay, shortDate } from './format-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "5 minutes ago", "today 09:12", "yesterday 18:40", "12 Nov" or "12 Nov 2025" */
export function since(moment: Date, now: Date, zone: string): string {
  const passedMs = now.getTime() - moment.getTime();
  if (passedMs < MINUTE_MS) return 'just now';
  if (passedMs < HOUR_MS) {
    const minutes = Math.floor(passedMs / MINUTE_MS);
    return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
  }
  const day = localDay(moment, zone);
  if (day === localDay(now, zone)) return `today ${clockTime(moment, zone)}`;
  if (day === localDay(new Date(now.getTime() - DAY_MS), zone)) return `yesterday ${clockTime(moment, zone)}`;
  const year = day.slice(0, 4);
  return year === localDay(now, zone).slice(0, 4)
    ? shortDate(moment, zone)
    : `${shortDate(moment, zone)} ${year}`;
}
