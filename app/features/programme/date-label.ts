// A session's day as lists show it, relative to now.

import { capitalised } from '#app/language/capitalised.ts';
import { shortDay, shortDayOfYear } from '#app/language/format-day.ts';
import { clockTime, dayName, localDay, localWeekday, shortDate } from '#app/language/format-time.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday } from '#app/language/names.ts';

const DAY_MS = 86_400_000;
const NEAR_MS = 14 * DAY_MS;

/** "tonight", "Sat 21", and after two weeks, where a weekday alone would be ambiguous, "26 Dec". */
export function nearDay(startsAt: Date, now: Date, zone: string): string {
  const isNear = startsAt.getTime() - now.getTime() < NEAR_MS;
  return isNear ? dayName(startsAt, now, zone) : shortDate(startsAt, zone);
}

/** "Tonight, 17 Nov", "Tue 24 Nov", "Sat 2 Jan 2027"; "tonight, 17 Nov" after other words. */
export function dateLabel(startsAt: Date, now: Date, zone: string, isWithinSentence = false): string {
  const day = localDay(startsAt, zone);
  const [today, tomorrow] = [now, new Date(now.getTime() + DAY_MS)].map((moment) => localDay(moment, zone));
  if (day === today || day === tomorrow) {
    const name = dayName(startsAt, now, zone);
    return t('shared.programme.named_day', {
      name: isWithinSentence ? name : capitalised(name),
      day: shortDay(day),
    });
  }
  const weekday = shortWeekday(localWeekday(startsAt, zone));
  return day.slice(0, 4) === today?.slice(0, 4)
    ? t('shared.dates.weekday_date', { weekday, date: shortDay(day) })
    : t('shared.dates.weekday_date', { weekday, date: shortDayOfYear(day) });
}

/** "Tue 24 Nov, 18:00", and with an end "Tue 24 Nov, 18:00–19:30" */
export function dateAndTime(
  startsAt: Date,
  now: Date,
  zone: string,
  endsAt?: Date,
  isWithinSentence = false,
): string {
  const end = endsAt ? `–${clockTime(endsAt, zone)}` : '';
  return joinItems([dateLabel(startsAt, now, zone, isWithinSentence), clockTime(startsAt, zone) + end]);
}
