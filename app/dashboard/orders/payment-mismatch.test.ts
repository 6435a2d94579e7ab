import { expect, test } from 'vitest';
import { describeMismatch, reportedAmount } from './payment-mismatch.ts';

test.each([
  ['amount', /The order asked for .*24/],
  ['currency', /The order asked for .*24/],
  ['checkout', /page that was not opened/],
  ['payment', /names no payment/],
  ['state', /paid or cancelled already/],
] as const)('%s is explained', (reason, words) => {
  expect(describeMismatch({ reason, expected_cents: 2400, expected_currency: 'EUR' })).toMatch(words);
});

test('an amount is shown whatever currency was reported', () => {
  expect(reportedAmount({ amount_cents: 150, currency: 'EUR' })).toMatch(/1[.,]50/);
  expect(reportedAmount({ amount_cents: 150, currency: '' })).toBe('1.5 ');
});
