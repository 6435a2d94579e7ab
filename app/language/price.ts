// Money as the studio writes it.
const formats = new Map<string, Intl.NumberFormat>();

/** "€24", "€9.50": cents only when there are any. */
export function price(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  const key = `${currency}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, minimumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(cents / 100);
}
