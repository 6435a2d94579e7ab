import { formatNumber } from './number.ts';

/** "45 minutes", "2 hours", "1.5 hours". */
export function formatMinutes(minutes: number): string {
  const [amount, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
  return formatNumber(amount, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
}
