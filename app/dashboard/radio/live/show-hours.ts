// Formats when a show is on; days with the same hours are grouped.

import { formatList } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { placeInWeek } from '#app/language/week-start.ts';

export interface ShowHour {
  weekday: number;
  /** "17:00:00" */
  local_time: string;
  duration_min: number;
}

export function showHours(slots: readonly ShowHour[]): string {
  const days = new Map<string, number[]>();
  const inOrder = [...slots].sort(
    (a, b) => placeInWeek(a.weekday) - placeInWeek(b.weekday) || a.local_time.localeCompare(b.local_time),
  );
  for (const { weekday, local_time, duration_min } of inOrder) {
    const span = `${local_time.slice(0, 5)}–${endOf(local_time, duration_min)}`;
    days.set(span, [...(days.get(span) ?? []), weekday]);
  }
  return [...days].map(([span, weekdays]) => `${formatDays(weekdays)} ${span}`).join(', ');
}

function formatDays(weekdays: number[]): string {
  if (weekdays.length === 7) return t('dashboard.radio.every_day');
  const names = weekdays.map(weekdayName);
  return formatList(names);
}

function endOf(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = (hour * 60 + minute + minutes) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}
