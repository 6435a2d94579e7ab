import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';

/** "€24", or "Free". */
export function entryPrice(cents: number, currency: string): string {
  return cents === 0 ? t('shared.programme.free') : price(cents, currency);
}
