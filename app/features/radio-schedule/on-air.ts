// The current and the next show of the weekly schedule. Pure: local time in, shows out.

import { clockTime, localMinutes, localWeekday } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';
import { type MergedSlot, WEEK_MIN } from './merge-slots.ts';

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

export function onAirNow(slots: MergedSlot<Slot>[], now: Date, zone: string): OnAir | null {
  const here = (localWeekday(now, zone) - 1) * 1440 + localMinutes(now, zone);
  const elapsedSince = (start: number) => (here - start + WEEK_MIN) % WEEK_MIN;
  const index = slots.findIndex(({ duration_min, start }) => elapsedSince(start) < duration_min);
  const current = slots[index];
  if (!current) return null;
  const leftMin = current.duration_min - elapsedSince(current.start);
  const endsAt = new Date(now.getTime() + leftMin * 60_000);
  endsAt.setUTCSeconds(0, 0);
  const following = slots[(index + 1) % slots.length];
  return {
    title: current.show.title,
    slug: current.show.slug,
    ...marksOf(current.show),
    host: current.show.host?.name ?? null,
    from: current.local_time.slice(0, 5),
    until: clockTime(endsAt, zone),
    next:
      following && following !== current
        ? {
            title: following.show.title,
            slug: following.show.slug,
            ...marksOf(following.show),
            at: following.local_time.slice(0, 5),
          }
        : null,
    endsAt,
  };
}

function marksOf({ untranslated }: Marks): Marks {
  return untranslated ? { untranslated } : {};
}
