import { currentLanguage, numberFormat } from '#app/language/messages.ts';

const DAYS_A_MONTH = 365 / 12;
/** Shorter times are said in days. */
const MIN_MONTHS = 2;

/** "12 months", "30 days": how long a pass can be used. */
export function validFor(days: number): string {
  const months = Math.round(days / DAYS_A_MONTH);
  const [count, unit] = months >= MIN_MONTHS ? [months, 'month'] : [days, 'day'];
  return numberFormat(currentLanguage().locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
