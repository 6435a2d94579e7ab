// The current and the next show of the weekly schedule. Pure: local time in, shows out.

import { clockTime, localMinutes, localWeekday } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';

export interface Slot {
  weekday: number;
  local_time: string;
  duration_min: number;
  show: { slug: string; title: string; host: { name: string } | null } & Marks;
}

export interface OnAir extends Marks {
  title: string;
  slug: string;
  host: string | null;
  from: string;
  until: string;
  next: ({ title: string; slug: string; at: string } & Marks) | null;
  endsAt: Date;
}

const WEEK_MIN = 7 * 24 * 60;

export function onAirNow(slots: Slot[], now: Date, zone: string): OnAir | null {
  const minuteOfWeek = (localWeekday(now, zone) - 1) * 1440 + localMinutes(now, zone);
  const placed = slots
    .map((slot) => ({ slot, start: (slot.weekday - 1) * 1440 + minutesOf(slot.local_time) }))
    .sort((a, b) => a.start - b.start);
  const index = placed.findIndex(({ slot, start }) => {
    const elapsed = (minuteOfWeek - start + WEEK_MIN) % WEEK_MIN;
    return elapsed < slot.duration_min;
  });
  const current = placed[index];
  if (!current) return null;
  const elapsed = (minuteOfWeek - current.start + WEEK_MIN) % WEEK_MIN;
  const endsAt = new Date(now.getTime() + (current.slot.duration_min - elapsed) * 60_000);
  endsAt.setUTCSeconds(0, 0);
  const following = placed[(index + 1) % placed.length];
  return {
    title: current.slot.show.title,
    slug: current.slot.show.slug,
    ...marksOf(current.slot.show),
    host: current.slot.show.host?.name ?? null,
    from: current.slot.local_time.slice(0, 5),
    until: clockTime(endsAt, zone),
    next:
      following && following !== current
        ? {
            title: following.slot.show.title,
            slug: following.slot.show.slug,
            ...marksOf(following.slot.show),
            at: following.slot.local_time.slice(0, 5),
          }
        : null,
    endsAt,
  };
}

function marksOf({ untranslated }: Marks): Marks {
  return untranslated ? { untranslated } : {};
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
