import { expect, test } from 'vitest';
import { daysShown } from '#app/dashboard/programme/calendar/plan-board.ts';
import { weekdaysInOrder, weekStartOf } from '#app/language/week-start.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { inLanguage } from './current-language.ts';

test('a week begins on the first weekday of the language', () => {
  expect([weekStartOf('2026-11-16'), weekStartOf('2026-11-22')]).toEqual(['2026-11-16', '2026-11-16']);
  expect(weekdaysInOrder()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  inLanguage('ar', () => {
    expect(['2026-11-14', '2026-11-16', '2026-11-20'].map(weekStartOf)).toEqual(Array(3).fill('2026-11-14'));
    expect(weekdaysInOrder()).toEqual([6, 7, 1, 2, 3, 4, 5]);
    const month = daysShown('month', '2026-11-16');
    expect([month[0], month.at(-1), month.length % 7]).toEqual(['2026-10-31', '2026-12-04', 0]);
  });
});

test('a phone number keeps the order of its digits among words from right to left', () => {
  const studio = { phone: '+00 22 555', phone_hours: 'Tue to Sat' };
  expect(phoneLine(studio)).toBe('+00\u00a022\u00a0555, Tue to Sat');
  expect(inLanguage('ar', () => phoneLine(studio))).toBe('\u2066+00\u00a022\u00a0555\u2069، Tue to Sat');
  expect(inLanguage('ar', () => phoneLine({ phone: '', phone_hours: '' }))).toBe('');
});
