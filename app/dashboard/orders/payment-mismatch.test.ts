import { expect, test } from 'vitest';
import { describeMismatch, reportedAmount } from './payment-mismatch.ts';

test.each([
  ['amount', /The amount due was .*24/],
  ['currency', /The amount due was .*24/],
  ['checkout', /another order’s payment page/],
  ['payment', /no payment reference/],
  ['state', /already paid or cancelled/],
] as const)('%s is explained', (reason, text) => {
  expect(describeMismatch({ reason, expected_cents: 2400, expected_currency: 'EUR' })).toMatch(text);
});

test('an amount is shown whatever currency was reported', () => {
  expect(reportedAmount({ amount_cents: 150, currency: 'EUR' })).toMatch(/1[.,]50/);
  expect(reportedAmount({ amount_cents: 150, currency: '' })).toBe('1.5 ');
});
