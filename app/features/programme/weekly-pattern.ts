// When something happens every week, in words: "Tuesdays and Fridays 18:00–19:30".
import { weekdayName } from '#app/language/format-day.ts';

export interface WeeklyTime {
  weekday: number;
  local_time: string;
  duration_min: number;
}

/** Days with the same hours are said in one breath; the order is that of the week. */
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
  return [...byHours].map(([hours, days]) => `${daysInWords(days)} ${hours}`).join(', ');
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
  const names = days.map((day) => `${weekdayName(day)}s`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
