// When something happens every week, in words: "Tuesdays and Fridays 18:00–19:30".
import { weekdayName } from '#app/language/format-day.ts';

export interface WeeklyTime {
  weekday: number;
  local_time: string;
  duration_min: number;
}

/** Days with the same hours, and hours of the same days, are said in one breath; the order is that of the week. */
export function weeklyPattern(times: WeeklyTime[]): string {
  const byHours = new Map<string, number[]>();
  for (const time of [...times].sort(
    (a, b) => a.weekday - b.weekday || compareText(a.local_time, b.local_time),
  )) {
    const hours = hoursOf(time);
    const days = byHours.get(hours) ?? [];
    if (!days.includes(time.weekday)) days.push(time.weekday);
    byHours.set(hours, days);
  }
  const byDays = new Map<string, string[]>();
  for (const [hours, days] of byHours) {
    const words = daysInWords(days);
    byDays.set(words, [...(byDays.get(words) ?? []), hours]);
  }
  return [...byDays].map(([days, hours]) => `${days} ${inOneBreath(hours)}`).join(', ');
}

/** "18:00–19:30"; an end past midnight is said on the next day's clock. */
export function hoursOf({ local_time, duration_min }: Omit<WeeklyTime, 'weekday'>): string {
  const [hours, minutes] = local_time.split(':').map(Number);
  const end = ((hours ?? 0) * 60 + (minutes ?? 0) + duration_min) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local_time.slice(0, 5)}–${two(Math.floor(end / 60))}:${two(end % 60)}`;
}

function daysInWords(days: number[]): string {
  if (days.length === 7) return 'Every day';
  return inOneBreath(days.map((day) => `${weekdayName(day)}s`));
}

/** "a, b and c" */
function inOneBreath(words: string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
