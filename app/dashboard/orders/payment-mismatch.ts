// A card payment that the order did not take, and how it is said.
import { price } from '#app/language/price.ts';

export interface PaymentMismatch {
  id: string;
  reason: 'amount' | 'currency' | 'checkout' | 'payment' | 'state';
  amount_cents: number;
  currency: string;
  provider_ref: string;
  expected_cents: number | null;
  expected_currency: string | null;
  received_at: string;
}

export const MISMATCH_COLUMNS =
  'id,reason,amount_cents,currency,provider_ref,expected_cents,expected_currency,received_at';

export function describeMismatch({
  reason,
  expected_cents: cents,
  expected_currency: currency,
}: Pick<PaymentMismatch, 'reason' | 'expected_cents' | 'expected_currency'>): string {
  switch (reason) {
    case 'amount':
    case 'currency':
      return cents && currency
        ? `The order asked for ${price(cents, currency)}.`
        : 'That is not what the order asked for.';
    case 'checkout':
      return 'It was paid on a page that was not opened for this order.';
    case 'payment':
      return 'It names no payment, or one that paid another order.';
    case 'state':
      return 'The order was paid or cancelled already.';
  }
}

/** Currencies that are none would make the formatter throw. */
export function reportedAmount({
  amount_cents,
  currency,
}: Pick<PaymentMismatch, 'amount_cents' | 'currency'>): string {
  return /^[A-Z]{3}$/.test(currency) ? price(amount_cents, currency) : `${amount_cents / 100} ${currency}`;
}
