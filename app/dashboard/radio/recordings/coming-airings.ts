// The dates on which prerecorded slots are on. Pure: slots and a day in, airings out.
import { addDays, weekdayOf } from '#app/language/calendar-day.ts';

export interface PrerecordedSlot {
  id: string;
  show_id: string;
  weekday: number;
  local_time: string;
  duration_min: number;
}

export interface PrerecordedAiring<Slot extends PrerecordedSlot> {
  slot: Slot;
  /** "2026-11-19" */
  date: string;
}

/** From this day on, for so many days, in order. What was on earlier today is over. */
export function comingAirings<Slot extends PrerecordedSlot>(
  slots: readonly Slot[],
  { today, minute, days }: { today: string; minute: number; days: number },
): PrerecordedAiring<Slot>[] {
  const airings: PrerecordedAiring<Slot>[] = [];
  for (let day = 0; day < days; day++) {
    const date = addDays(today, day);
    const onDay = slots
      .filter((slot) => slot.weekday === weekdayOf(date))
      .filter((slot) => day > 0 || minuteOf(slot) + slot.duration_min > minute)
      .sort((a, b) => minuteOf(a) - minuteOf(b));
    airings.push(...onDay.map((slot) => ({ slot, date })));
  }
  return airings;
}

function minuteOf({ local_time }: PrerecordedSlot): number {
  const [hours = 0, minutes = 0] = local_time.split(':').map(Number);
  return hours * 60 + minutes;
}
