// When each show is on, as text, and every scheduled show once.
import { weeklyPattern } from '#app/features/programme/weekly-pattern.ts';
import { mergeSlots } from '#app/features/radio-schedule/merge-slots.ts';
import { t } from '#app/language/messages.ts';
import type { RadioSlot } from './radio-listing.ts';

/** Times of a show that is on all the time fill a card; its own page lists them. */
const MAX_SHORT = 8;

/** "Every day 17:00–19:00 and 21:00–23:00", "Mon–Thu 06:00–10:00"; empty while a show is not scheduled. */
export function showTimes(slots: RadioSlot[], slug: string, dayNames?: 'short'): string {
  const times = mergeSlots(slots).filter(({ show }) => show.slug === slug);
  if (dayNames === 'short' && times.length > MAX_SHORT)
    return t('site.radio.times_a_week', { count: times.length });
  return weeklyPattern(times, dayNames);
}

/** In the order in which they are first on air from Monday. */
export function showsOf(slots: RadioSlot[]): RadioSlot['show'][] {
  return [...new Map(mergeSlots(slots).map(({ show }) => [show.slug, show])).values()];
}

/** The same slots with one object for each show: the page's data then contains every show once, not once per slot. */
export function withSharedShows<Slot extends { show: { slug: string } }>(slots: Slot[]): Slot[] {
  const shows = new Map<string, Slot['show']>();
  return slots.map((slot) => {
    const show = shows.get(slot.show.slug) ?? slot.show;
    shows.set(show.slug, show);
    return { ...slot, show };
  });
}
