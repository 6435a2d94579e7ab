// Whether the studio is open now: "Open until 22:00", "Opens Tuesday 10:00".

import { clockTime, localMinutes, localWeekday, nextMidnight } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';

export interface OpeningHours {
  weekday: number;
  opens: string;
  closes: string;
}

export function openingNow(
  hours: OpeningHours[],
  now: Date,
  zone: string,
): { line: string; changesAt: Date } {
  const today = localWeekday(now, zone);
  const minute = localMinutes(now, zone);
  const midnight = nextMidnight(now, zone);
  const after = (minutes: number) => {
    const moment = new Date(now.getTime() + minutes * 60_000);
    moment.setUTCSeconds(0, 0);
    return moment;
  };
  const todays = hours.find((day) => day.weekday === today);
  if (todays) {
    const opens = minutesOf(todays.opens);
    const closes = minutesOf(todays.closes);
    if (minute < opens)
      return {
        line: t('site.layout.opens_at', { time: todays.opens.slice(0, 5) }),
        changesAt: after(opens - minute),
      };
    if (minute < closes) {
      const changesAt = after(closes - minute);
      return { line: t('site.layout.open_until', { time: clockTime(changesAt, zone) }), changesAt };
    }
  }
  for (let ahead = 1; ahead <= 7; ahead++) {
    const weekday = ((today - 1 + ahead) % 7) + 1;
    const day = hours.find((candidate) => candidate.weekday === weekday);
    if (!day) continue;
    const time = day.opens.slice(0, 5);
    return {
      line:
        ahead === 1
          ? t('site.layout.opens_tomorrow', { time })
          : t('site.layout.opens_on_weekday', { weekday: weekdayName(weekday), time }),
      changesAt: midnight,
    };
  }
  return { line: '', changesAt: midnight };
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
