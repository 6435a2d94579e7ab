import { expect, it } from 'vitest';
import { formatCounts } from './sidebar-counts.ts';

it.each([
  [0, 0, ''],
  [1, 0, '1 open message'],
  [0, 1, '1 failed email'],
  [3, 2, '3 open messages, 2 failed emails'],
])('formats %s messages and %s emails as "%s"', (openMessages, failedEmails, text) => {
  expect(formatCounts({ openMessages, failedEmails })).toBe(text);
});
