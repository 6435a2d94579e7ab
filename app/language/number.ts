import { currentLanguage, numberFormat } from './messages.ts';

/** "1,234.5". */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(currentLanguage().locale, options).format(value);
}

/** "50 %", as the language writes it. */
export function formatPercent(percent: number): string {
  return formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 2 });
}
