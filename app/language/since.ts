// How long ago something was, as text. Falls back to the date for older moments.
import { shortDay, shortDayOfYear } from './format-day.ts';
import { clockTime, localDay } from './format-time.ts';
import { t } from './messages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "5 minutes ago", "today 09:12", "yesterday 18:40", "12 Nov" or "12 Nov 2025" */
export function since(moment: Date, now: Date, zone: string): string {
  const passedMs = now.getTime() - moment.getTime();
  if (passedMs < MINUTE_MS) return t('shared.dates.just_now');
  if (passedMs < HOUR_MS) return t('shared.dates.minutes_ago', { count: Math.floor(passedMs / MINUTE_MS) });
  const day = localDay(moment, zone);
  if (day === localDay(now, zone)) return t('shared.dates.today_at', { time: clockTime(moment, zone) });
  if (day === localDay(new Date(now.getTime() - DAY_MS), zone))
    return t('shared.dates.yesterday_at', { time: clockTime(moment, zone) });
  const isThisYear = day.slice(0, 4) === localDay(now, zone).slice(0, 4);
  return isThisYear ? shortDay(day) : shortDayOfYear(day);
}
