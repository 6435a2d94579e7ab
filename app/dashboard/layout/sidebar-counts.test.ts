import { expect, it } from 'vitest';
import { formatCounts } from './sidebar-counts.ts';

it.each([
  [0, 0, ''],
  [1, 0, 'one open letter'],
  [0, 1, 'one failed mail'],
  [3, 2, '3 open letters, 2 failed mails'],
])('%s letters and %s mails are said as "%s"', (openMessages, failedEmails, words) => {
  expect(formatCounts({ openMessages, failedEmails })).toBe(words);
});
