// The first week of a studio: its few days stand in a whole week, and nothing is compared yet. Pure.
import { addDays, daysBetween } from '#app/language/calendar-day.ts';
import type { StudioReport } from '#contracts/overview.ts';

export interface FirstWeek {
  from: string;
  to: string;
  /** 1 to 7. */
  day: number;
  /** The first day on which there is a week before to compare with. */
  comparesFrom: string;
}

const DAYS = 7;

/** Null when there are older figures, or none at all. */
export function firstWeekOf(reports: readonly StudioReport[], today: string): FirstWeek | null {
  const hasFigures = ({ figures }: StudioReport['rows'][number]) => Object.values(figures).some(Boolean);
  if (reports.some(({ before }) => before.some(hasFigures))) return null;
  const days = reports.flatMap(({ rows }) => rows.filter(hasFigures).map(({ day }) => day)).sort();
  const [from] = days;
  if (from === undefined || from > today || daysBetween(from, today) >= DAYS) return null;
  return {
    from,
    to: addDays(from, DAYS - 1),
    day: daysBetween(from, today) + 1,
    comparesFrom: addDays(from, DAYS),
  };
}
