import { expect, it } from 'vitest';
import { weeklyPattern } from '#app/features/programme/weekly-pattern.ts';
import { weekdaysInOrder } from '#app/language/week-start.ts';
import { formatFilters } from '#app/site/classes/class-filters.ts';
import { openingLines } from '#app/site/layout/opening-lines.ts';
import { inLanguage } from './current-language.ts';

it('weeks are listed from the first weekday of the language', () => {
  expect(inLanguage('de', weekdaysInOrder)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const [first] = inLanguage('ar', weekdaysInOrder);
  expect(first).not.toBe(1);
  const hours = [6, 7, 1].map((weekday) => ({ weekday, opens: '10:00:00', closes: '18:00:00' }));
  // Saturday to Monday is one run where the week begins on Saturday or Sunday; elsewhere Monday stands alone.
  expect(inLanguage('de', () => openingLines(hours))).toHaveLength(2);
  const times = [1, first ?? 6].map((weekday) => ({ weekday, local_time: '18:00:00', duration_min: 60 }));
  const monday = inLanguage('ar', () => weeklyPattern(times));
  expect(monday.indexOf('الاثنين')).toBeGreaterThan(3);
});

it('the filters of the class list are joined as their language does', () => {
  const filters = { day: 2, age: 9 };
  expect(inLanguage('de', () => formatFilters(filters, {}))).toBe('dienstags, für 9-Jährige');
  expect(inLanguage('ar', () => formatFilters(filters, {}))).toBe('أيام الثلاثاء، لعمر 9');
});
