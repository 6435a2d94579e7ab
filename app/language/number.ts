import { currentLanguage } from './messages.ts';

/** "1,234.5". */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(currentLanguage().locale, options).format(value);
}
