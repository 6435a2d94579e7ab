import { clockTime, dayName } from '#app/language/format-time.ts';

/** "Good evening, Marta": by the studio's clock, with the first name. */
export function greeting(minutes: number, name: string): string {
  const part =
    minutes < 5 * 60 ? 'night' : minutes < 12 * 60 ? 'morning' : minutes < 18 * 60 ? 'afternoon' : 'evening';
  const first = name.trim().split(/\s+/)[0];
  return first ? `Good ${part}, ${first}` : `Good ${part}`;
}

/** "Next session in 22 minutes.", "Next session at 18:00.", "Next session on Wed 18 at 18:00." */
export function formatFirstSession(startsAt: Date, now: Date, zone: string): string {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return 'The next session starts now.';
  if (minutes <= 90) return `Next session in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`;
  const day = dayName(startsAt, now, zone);
  const at = clockTime(startsAt, zone);
  if (day === 'today' || day === 'tonight') return `Next session at ${at}.`;
  return day === 'tomorrow' ? `Next session tomorrow at ${at}.` : `Next session on ${day} at ${at}.`;
}
