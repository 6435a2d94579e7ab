import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';

export const FLOOR_DB = -60;
export const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Decibels and where they stand on a meter: the loud end, which matters, gets most of it. */
export const METER_MARKS = [
  [-60, 0],
  [-24, 0.33],
  [-12, 0.62],
  [-6, 0.81],
  [0, 1],
] as const;

/** From 0 to 1. */
export function meterShare(db: number): number {
  let [lowDb, lowShare]: readonly [number, number] = METER_MARKS[0];
  if (db <= lowDb) return 0;
  for (const [highDb, highShare] of METER_MARKS) {
    if (db <= highDb)
      return highDb === lowDb
        ? highShare
        : lowShare + ((db - lowDb) / (highDb - lowDb)) * (highShare - lowShare);
    [lowDb, lowShare] = [highDb, highShare];
  }
  return 1;
}

/** The value beside a meter; null while nothing is known. */
export function formatLevel(db: number | null): string {
  if (db === null) return t('dashboard.radio.level_unknown');
  if (db <= FLOOR_DB) return t('dashboard.radio.silence');
  return t('dashboard.radio.decibels', { value: formatDecibels(db, ONE_DECIMAL) });
}

/** Whether a voice at this peak is heard well. */
export function judgeLevel(db: number): 'silent' | 'quiet' | 'good' | 'loud' {
  if (db <= -50) return 'silent';
  if (db < -24) return 'quiet';
  return db > -1 ? 'loud' : 'good';
}

/** With a true minus sign, as wide as the digits. */
export function formatDecibels(db: number, options?: Intl.NumberFormatOptions): string {
  return formatNumber(db, options).replace('-', '\u2212');
}
