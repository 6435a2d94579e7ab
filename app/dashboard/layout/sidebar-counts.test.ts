import { expect, it } from 'vitest';
import { countsOf, formatCounts } from './sidebar-counts.ts';

it.each([
  [0, 0, ''],
  [1, 0, '1 open message'],
  [0, 1, '1 failed email'],
  [3, 2, '3 open messages, 2 failed emails'],
])('formats %s messages and %s emails as "%s"', (openMessages, failedEmails, text) => {
  expect(formatCounts({ openMessages, failedEmails })).toBe(text);
});

it('adds up what needs doing on the pages of an item, and nothing else', () => {
  const counts = { unpaidOrders: 5, openMessages: 3, failedEmails: 1 };
  expect(countsOf([{ count: 'openMessages' }, {}, { count: 'failedEmails' }], counts)).toEqual({
    counts: { openMessages: 3, failedEmails: 1 },
    total: 4,
  });
  expect(countsOf([{}], counts)).toEqual({ counts: {}, total: 0 });
});
