import { price } from '#app/language/price.ts';

/** "€24", or "Free". */
export function entryPrice(cents: number, currency: string): string {
  return cents === 0 ? 'Free' : price(cents, currency);
}
