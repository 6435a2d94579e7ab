import { price } from '#app/language/price.ts';

/** "€24", and "Free" where nothing is asked. */
export function entryPrice(cents: number, currency: string): string {
  return cents === 0 ? 'Free' : price(cents, currency);
}
