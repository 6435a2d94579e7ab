// A waiting list as staff see it, with its labels.
import { t } from '#app/language/messages.ts';
import type { CapacityChange, Waitlist, WaitlistEnded } from '#contracts/waitlist.ts';
export const endedLabels: Record<WaitlistEnded['state'], string> = {
  accepted: 'took the place',
  declined: 'declined the place',
  expired: 'did not answer in time',
  left: 'left the waiting list',
  closed: 'the session started',
};

/** "3 waiting, 1 offered" */
export function formatWaiting({ waiting, offered }: { waiting: number; offered: number }): string {
  return (
    [
      waiting > 0 && t('dashboard.common.waiting_waiting', { waiting }),
      offered > 0 && t('dashboard.waitlists.offered_offered', { offered }),
    ]
      .filter(Boolean)
      .join(', ') || t('dashboard.waitlists.no_one_waiting')
  );
}

export function formatPlaces(places: number): string {
  return t('dashboard.common.places', { places });
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
  return `${formatPlaces(Math.abs(places))} ${places > 0 ? 'added' : 'removed'}`;
}
