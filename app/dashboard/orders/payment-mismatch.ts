// A card payment that does not match its order, and how to describe it.
import { t } from '#app/language/messages.ts';
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
        ? t('dashboard.orders.the_amount_due_was_price', { price: price(cents, currency) })
        : t('dashboard.orders.it_is_not_the_amount_due');
    default:
      return t(`dashboard.orders.mismatch_${reason}`);
  }
}

/** The formatter throws on invalid currency codes. */
export function reportedAmount({
  amount_cents,
  currency,
}: Pick<PaymentMismatch, 'amount_cents' | 'currency'>): string {
  return /^[A-Z]{3}$/.test(currency) ? price(amount_cents, currency) : `${amount_cents / 100} ${currency}`;
}
