import { currentLanguage, numberFormat } from './messages.ts';

/** "1,234.5". */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(currentLanguage().locale, options).format(value);
}
