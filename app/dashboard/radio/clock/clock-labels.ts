import { t } from '#app/language/messages.ts';
import type { ClockItemRow, ClockWarning } from '#contracts/radio-clock.ts';

export const clockKinds: readonly ClockItemRow['kind'][] = [
  'station_id',
  'news',
  'jingle',
  'stop_set',
  'event',
];

export function kindLabel(kind: ClockItemRow['kind']): string {
  return t(`dashboard.hour_clock.kind_${kind}`);
}

/** One line for all warnings of a type. */
export function warningLabel(kind: ClockWarning['kind'], count: number, what: string): string {
  if (kind === 'nothing_to_play') return t('dashboard.hour_clock.warning_nothing_to_play');
  return t(`dashboard.hour_clock.warning_${kind}`, { count, what });
}
