// "Tue to Fri 10:00–22:00": days in a row with the same hours are combined.

import { span } from '#app/language/format-day.ts';
import { shortWeekday } from '#app/language/names.ts';
import { placeInWeek } from '#app/language/week-start.ts';
import type { OpeningHours } from './opening-now.ts';

export function openingLines(hours: OpeningHours[]): string[] {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const day of [...hours].sort((a, b) => placeInWeek(a.weekday) - placeInWeek(b.weekday))) {
    const text = `${day.opens.slice(0, 5)}–${day.closes.slice(0, 5)}`;
    const last = runs.at(-1);
    if (last && last.text === text && placeInWeek(last.to) === placeInWeek(day.weekday) - 1)
      last.to = day.weekday;
    else runs.push({ from: day.weekday, to: day.weekday, text });
  }
  return runs.map(({ from, to, text }) => {
    const days = from === to ? shortWeekday(from) : span(shortWeekday(from), shortWeekday(to));
    return `${days} ${text}`;
  });
}
