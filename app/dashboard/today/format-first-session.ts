import { addDays } from '#app/language/calendar-day.ts';
import { weekdayAndDay } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';

/** "Next session in 22 minutes.", "Next session at 18:00.", "Next session on Wed 18 at 18:00." */
export function formatFirstSession(startsAt: Date, now: Date, zone: string): string {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return t('dashboard.today.the_next_session_starts_now');
  if (minutes <= 90) return t('dashboard.today.next_session_in_minutes', { minutes });
  const time = clockTime(startsAt, zone);
  const day = localDay(startsAt, zone);
  const today = localDay(now, zone);
  if (day === today) return t('dashboard.today.next_session_at', { time });
  return day === addDays(today, 1)
    ? t('dashboard.today.next_session_tomorrow', { time })
    : t('dashboard.today.next_session_on_day', { day: weekdayAndDay(day), time });
}
