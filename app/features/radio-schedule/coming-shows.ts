// The current and coming shows. Pure: the schedule and a moment in, shows out.
import { addDays } from '#app/language/calendar-day.ts';
import { localDay, localMinutes, localWeekday } from '#app/language/format-time.ts';
import { type GridSlot, type MergedSlot, mergeSlots, WEEK_MIN, wallClock } from './merge-slots.ts';

export interface ComingShow<T extends GridSlot> {
  show: T['show'];
  isNow: boolean;
  from: string;
  until: string;
  /** The calendar day it begins on. */
  day: string;
  /** Minutes until it begins; zero or less once it is on. */
  inMinutes: number;
  lastsMinutes: number;
}

/** When the first of these shows ends or the next begins: until then the list is valid. */
export function listChangesAt(
  shows: Pick<ComingShow<GridSlot>, 'inMinutes' | 'lastsMinutes'>[],
  now: Date,
): Date | undefined {
  const moments = shows.flatMap(({ inMinutes, lastsMinutes }) => [inMinutes, inMinutes + lastsMinutes]);
  const ahead = moments.filter((minutes) => minutes > 0);
  if (ahead.length === 0) return undefined;
  const moment = new Date(now.getTime() + Math.min(...ahead) * 60_000);
  moment.setUTCSeconds(0, 0);
  return moment;
}

export function comingShows<T extends GridSlot>(
  slots: T[],
  now: Date,
  zone: string,
  count: number,
): ComingShow<T>[] {
  const merged = mergeSlots(slots);
  const here = (localWeekday(now, zone) - 1) * 1440 + localMinutes(now, zone);
  const today = localDay(now, zone);
  const ahead = merged.map((slot) => ({ slot, inMinutes: minutesAhead(slot, here) }));
  ahead.sort((a, b) => a.inMinutes - b.inMinutes);
  const coming: ComingShow<T>[] = [];
  for (let week = 0; coming.length < count && merged.length > 0; week++) {
    for (const { slot, inMinutes } of ahead) {
      if (coming.length === count) break;
      const minutes = inMinutes + week * WEEK_MIN;
      coming.push({
        show: slot.show,
        isNow: minutes <= 0,
        from: slot.local_time.slice(0, 5),
        until: wallClock(slot.start + slot.duration_min),
        day: addDays(today, Math.floor((localMinutes(now, zone) + minutes) / 1440)),
        inMinutes: minutes,
        lastsMinutes: slot.duration_min,
      });
    }
  }
  return coming;
}

// Negative while the slot is on: it began that many minutes ago.
function minutesAhead(slot: MergedSlot<GridSlot>, here: number): number {
  const ahead = (slot.start - here + WEEK_MIN) % WEEK_MIN;
  const begunAgo = (WEEK_MIN - ahead) % WEEK_MIN;
  return begunAgo < slot.duration_min ? -begunAgo : ahead;
}
