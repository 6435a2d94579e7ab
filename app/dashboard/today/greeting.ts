import { clockTime, dayName } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';

/** "Good evening, Marta": by the studio's clock, with the first name. */
export function greeting(minutes: number, name: string): string {
  const part =
    minutes < 5 * 60 ? 'night' : minutes < 12 * 60 ? 'morning' : minutes < 18 * 60 ? 'afternoon' : 'evening';
  const first = name.trim().split(/\s+/)[0];
  return first
    ? t('dashboard.today.good_part_first', { part, first })
    : t('dashboard.today.good_part', { part });
}

/** "Next session in 22 minutes.", "Next session at 18:00.", "Next session on Wed 18 at 18:00." */
export function formatFirstSession(startsAt: Date, now: Date, zone: string): string {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return t('dashboard.today.the_next_session_starts_now');
  if (minutes <= 90) return t('dashboard.today.next_session_in_minutes', { minutes });
  const day = dayName(startsAt, now, zone);
  const at = clockTime(startsAt, zone);
  if (day === 'today' || day === 'tonight') return t('dashboard.today.next_session_at_at', { at });
  return day === 'tomorrow'
    ? t('dashboard.today.next_session_tomorrow_at_at', { at })
    : t('dashboard.today.next_session_on_day_at_at', { day, at });
}
