// Whether the studio is open now: "Open until 22:00", "Opens Tuesday 10:00".

import { addDays, weekdayOf } from '#app/language/calendar-day.ts';
import { weekdayAndLongDay } from '#app/language/format-day.ts';
import { clockTime, localDay, localMinutes, nextMidnight } from '#app/language/format-time.ts';
import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';

/** One period of a weekday; a day with a break has several. */
export interface OpeningHours {
  weekday: number;
  opens: string;
  closes: string;
}

/** Days without opening hours, whatever weekday they are. */
export interface ClosedDays {
  starts_on: string;
  ends_on: string;
}

/** Closed for longer than this, no next day is named. */
const DAYS_AHEAD = 60;

export function openingNow(
  hours: OpeningHours[],
  closedDays: ClosedDays[],
  now: Date,
  zone: string,
): { line: string; changesAt: Date } {
  const today = localDay(now, zone);
  const minute = localMinutes(now, zone);
  const midnight = nextMidnight(now, zone);
  const after = (minutes: number) => {
    const moment = new Date(now.getTime() + minutes * 60_000);
    moment.setUTCSeconds(0, 0);
    return moment;
  };
  const periodsOn = (day: string) => (isClosedOn(closedDays, day) ? [] : periodsOf(hours, weekdayOf(day)));
  for (const { opens, closes } of periodsOn(today)) {
    const [from, to] = [minutesOf(opens), minutesOf(closes)];
    if (minute < from)
      return { line: t('site.layout.opens_at', { time: shortTime(opens) }), changesAt: after(from - minute) };
    if (minute < to) {
      const changesAt = after(to - minute);
      return { line: t('site.layout.open_until', { time: clockTime(changesAt, zone) }), changesAt };
    }
  }
  for (let ahead = 1; ahead <= (hours.length === 0 ? 0 : DAYS_AHEAD); ahead++) {
    const day = addDays(today, ahead);
    const [first] = periodsOn(day);
    if (!first) continue;
    const time = shortTime(first.opens);
    const weekday = ahead > 7 ? weekdayAndLongDay(day) : weekdayName(weekdayOf(day));
    return {
      line:
        ahead === 1
          ? t('site.layout.opens_tomorrow', { time })
          : t('site.layout.opens_on_weekday', { weekday, time }),
      changesAt: midnight,
    };
  }
  return { line: '', changesAt: midnight };
}

export function isClosedOn(closedDays: ClosedDays[], day: string): boolean {
  return closedDays.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on);
}

/** The periods of a weekday, the first one first. */
export function periodsOf(hours: OpeningHours[], weekday: number): OpeningHours[] {
  return hours
    .filter((period) => period.weekday === weekday)
    .sort((a, b) => minutesOf(a.opens) - minutesOf(b.opens));
}

/** "10:00–13:00 and 15:00–20:00" */
export function formatPeriods(periods: OpeningHours[]): string {
  return formatList(periods.map(({ opens, closes }) => `${shortTime(opens)}–${shortTime(closes)}`));
}

function shortTime(time: string): string {
  return time.slice(0, 5);
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
