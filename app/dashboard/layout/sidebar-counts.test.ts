import { expect, it } from 'vitest';
import { countWords } from './sidebar-counts.ts';

it.each([
  [0, 0, ''],
  [1, 0, 'one open letter'],
  [0, 1, 'one failed mail'],
  [3, 2, '3 open letters, 2 failed mails'],
])('%s letters and %s mails are said as "%s"', (openLetters, failedMails, words) => {
  expect(countWords({ openLetters, failedMails })).toBe(words);
});
