// Money in the format of the language.
import { currentLanguage, numberFormat } from './messages.ts';

/** "€24", "€9.50": cents only when there are any. */
export function price(cents: number, currency: string): string {
  return formatOf(currency, cents % 100 === 0 ? 0 : 2).format(cents / 100);
}

/** "€24.00": always with cents, so that amounts below each other align. */
export function columnPrice(cents: number, currency: string): string {
  return formatOf(currency, 2).format(cents / 100);
}

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  return numberFormat(currentLanguage().locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
  });
}
