// What the form of the opening hours does to a week.

export interface Period {
  opens: string;
  closes: string;
}

export interface DayHours extends Period {
  weekday: number;
}

/** As many as the database takes for a day. */
export const MAX_PERIODS = 6;

/** One more, after a break of an hour; the first one is a usual day. */
export function addPeriod(periods: Period[]): Period[] {
  const last = periods
    .map(({ closes }) => closes)
    .sort()
    .at(-1);
  if (last === undefined) return [{ opens: '10:00', closes: '18:00' }];
  const hour = Number(last.slice(0, 2));
  const at = (ahead: number) => `${String(Math.min(hour + ahead, 23)).padStart(2, '0')}:${last.slice(3, 5)}`;
  return [...periods, { opens: at(1), closes: hour + 4 > 23 ? '23:59' : at(4) }];
}

/** Every day that is open gets the periods of this one. */
export function copyToOpenDays(hours: DayHours[], from: number): DayHours[] {
  const periods = hours.filter(({ weekday }) => weekday === from);
  return [...new Set(hours.map(({ weekday }) => weekday))].flatMap((weekday) =>
    periods.map((period) => ({ ...period, weekday })),
  );
}
