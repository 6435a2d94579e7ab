// Money in the format of the language.
import { currentLanguage } from './messages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** "€24", "€9.50": cents only when there are any. */
export function price(cents: number, currency: string): string {
  return formatOf(currency, cents % 100 === 0 ? 0 : 2).format(cents / 100);
}

/** "€24.00": always with cents, so that amounts below each other align. */
export function columnPrice(cents: number, currency: string): string {
  return formatOf(currency, 2).format(cents / 100);
}

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  const { locale } = currentLanguage();
  const key = `${locale}${currency}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits });
    formats.set(key, format);
  }
  return format;
}
