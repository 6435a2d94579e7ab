// Money in the format of the language.
import { currentLanguage } from './messages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** "€24", "€9.50": cents only when there are any. */
export function price(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  const { locale } = currentLanguage();
  const key = `${locale}${currency}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(cents / 100);
}
