// The weekly schedule as listeners see it: a show that continues past midnight is one show, not two. Pure: local times
// in and out; the week is a circle that begins on Monday at midnight.

export interface GridSlot {
  weekday: number;
  local_time: string;
  duration_min: number;
  show: { slug: string };
}

export type MergedSlot<T extends GridSlot> = Pick<T, 'show'> & {
  weekday: number;
  local_time: string;
  duration_min: number;
  /** Minutes since Monday 00:00. */
  start: number;
};

export const WEEK_MIN = 7 * 1440;

/** In the order of the week, from Monday on. */
export function mergeSlots<T extends GridSlot>(slots: T[]): MergedSlot<T>[] {
  const merged: MergedSlot<T>[] = [];
  const sorted = slots
    .map((slot) => ({ ...slot, start: minuteOfWeek(slot) }))
    .sort((a, b) => a.start - b.start);
  for (const { weekday, local_time, duration_min, show, start } of sorted) {
    const last = merged.at(-1);
    if (last && last.show.slug === show.slug && last.start + last.duration_min === start)
      last.duration_min += duration_min;
    else merged.push({ weekday, local_time, duration_min, show, start });
  }
  const [first, last] = [merged[0], merged.at(-1)];
  const closesTheCircle =
    first &&
    last &&
    first !== last &&
    last.show.slug === first.show.slug &&
    last.start + last.duration_min === first.start + WEEK_MIN;
  if (closesTheCircle) {
    last.duration_min += first.duration_min;
    merged.shift();
  }
  return merged;
}

export function minuteOfWeek({ weekday, local_time }: Pick<GridSlot, 'weekday' | 'local_time'>): number {
  const [hours = 0, minutes = 0] = local_time.split(':').map(Number);
  return (weekday - 1) * 1440 + hours * 60 + minutes;
}

/** "17:00" */
export function wallClock(minuteOfWeekOrDay: number): string {
  const minutes = ((minuteOfWeekOrDay % 1440) + 1440) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
