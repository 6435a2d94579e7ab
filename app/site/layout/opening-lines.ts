// "Tue to Fri 10:00–22:00": days in a row with the same hours are combined.

import { span } from '#app/language/format-day.ts';
import { shortWeekday } from '#app/language/names.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { formatPeriods, type OpeningHours, periodsOf } from './opening-now.ts';

export function openingLines(hours: OpeningHours[]): string[] {
  const runs: { from: number; to: number; text: string }[] = [];
  let isNextDay = false;
  for (const weekday of weekdaysInOrder()) {
    const text = formatPeriods(periodsOf(hours, weekday));
    const last = runs.at(-1);
    if (text && isNextDay && last?.text === text) last.to = weekday;
    else if (text) runs.push({ from: weekday, to: weekday, text });
    isNextDay = text !== '';
  }
  return runs.map(({ from, to, text }) => {
    const days = from === to ? shortWeekday(from) : span(shortWeekday(from), shortWeekday(to));
    return `${days} ${text}`;
  });
}
