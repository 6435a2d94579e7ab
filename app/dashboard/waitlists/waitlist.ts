// A waiting list as staff see it, with its labels.
import { t } from '#app/language/messages.ts';
import type { CapacityChange, Waitlist, WaitlistEnded, WaitlistEntry } from '#contracts/waitlist.ts';

/** "2 places: declined the place", "1 place: removed by Marta: moved away" */
export function formatEnded({ state, places: count, by, reason }: WaitlistEnded): string {
  if (!reason) return t(`dashboard.waitlists.ended_${state}`, { count });
  return by
    ? t('dashboard.waitlists.ended_removed_by_name', { count, name: by, reason })
    : t('dashboard.waitlists.ended_removed_by_staff', { count, reason });
}

/** "offered out of turn by Marta: lives far away" */
export function formatMove({ what, by: name, reason }: NonNullable<WaitlistEntry['moved']>[number]): string {
  switch (what) {
    case 'position on the waiting list changed':
      return name
        ? t('dashboard.waitlists.position_changed_by_name', { name, reason })
        : t('dashboard.waitlists.position_changed_by_staff', { reason });
    case 'offered out of turn':
      return name
        ? t('dashboard.waitlists.offered_out_of_turn_by_name', { name, reason })
        : t('dashboard.waitlists.offered_out_of_turn_by_staff', { reason });
    default:
      return name
        ? t('dashboard.waitlists.other_change_by_name', { change: what, name, reason })
        : t('dashboard.waitlists.other_change_by_staff', { change: what, reason });
  }
}

/** "3 waiting, 1 offered" */
export function formatWaiting({ waiting, offered }: { waiting: number; offered: number }): string {
  if (waiting > 0 && offered > 0) return t('dashboard.waitlists.waiting_and_offered', { waiting, offered });
  if (waiting > 0) return t('dashboard.waitlists.waiting_count', { count: waiting });
  return offered > 0
    ? t('dashboard.waitlists.offered_count', { count: offered })
    : t('dashboard.waitlists.no_one_waiting');
}

export function freePlaces({
  capacity,
  seats,
  held,
  offered,
}: Pick<Waitlist, 'capacity' | 'seats' | 'held' | 'offered'>) {
  return Math.max(0, capacity - seats - held - offered);
}

/** How many of the added places are not booked, held or offered. */
export function removablePlaces(
  waitlist: Pick<Waitlist, 'capacity' | 'seats' | 'held' | 'offered' | 'added'>,
): number {
  return Math.min(waitlist.added, freePlaces(waitlist));
}

/** "1 place added", "2 places removed" */
export function formatCapacityChange({ places }: Pick<CapacityChange, 'places'>): string {
  return places > 0
    ? t('dashboard.waitlists.places_added_count', { count: places })
    : t('dashboard.waitlists.places_removed', { count: -places });
}
