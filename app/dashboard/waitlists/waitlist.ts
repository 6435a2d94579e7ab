// One queue as the desk sees it, and how it is said.
export interface WaitlistMove {
  at: string;
  what: string;
  by: string | null;
  reason: string;
}
export interface WaitlistEntry {
  id: number;
  place: number;
  name: string;
  email: string;
  phone: string;
  places: number;
  joined_at: string;
  moved: WaitlistMove[] | null;
}
export interface WaitlistOffer extends Omit<WaitlistEntry, 'place' | 'moved'> {
  offered_at: string;
  offer_ends_at: string;
}
export interface WaitlistEnded {
  id: number;
  name: string;
  places: number;
  state: 'accepted' | 'declined' | 'expired' | 'left' | 'closed';
  reason: string | null;
  by: string | null;
}
/** Places made for somebody who waited (above zero), or taken back again. */
export interface SizeChange {
  at: string;
  places: number;
  by: string | null;
  reason: string;
}
export interface Queue {
  pool_id: string;
  session_id: string;
  title: string;
  starts_at: string;
  capacity: number;
  seats: number;
  held: number;
  offered: number;
  waiting: number;
  /** How many places more there are than were planned, by offers out of turn. */
  added: number;
  size_changes: SizeChange[];
  offers: WaitlistOffer[];
  entries: WaitlistEntry[];
  gone: WaitlistEnded[];
}

export const endedLabels: Record<WaitlistEnded['state'], string> = {
  accepted: 'took the place',
  declined: 'passed it on',
  expired: 'did not answer in time',
  left: 'left the queue',
  closed: 'the date came',
};

/** "3 waiting, 1 offered" */
export function formatWaiting({ waiting, offered }: { waiting: number; offered: number }): string {
  return (
    [waiting > 0 && `${waiting} waiting`, offered > 0 && `${offered} offered`].filter(Boolean).join(', ') ||
    'nobody waiting'
  );
}

export function formatPlaces(places: number): string {
  return places === 1 ? 'one place' : `${places} places`;
}

export function freePlaces({
  capacity,
  seats,
  held,
  offered,
}: Pick<Queue, 'capacity' | 'seats' | 'held' | 'offered'>) {
  return Math.max(0, capacity - seats - held - offered);
}

/** How many of the added places can go now: none that is booked, held or offered. */
export function takeablePlaces(
  queue: Pick<Queue, 'capacity' | 'seats' | 'held' | 'offered' | 'added'>,
): number {
  return Math.min(queue.added, freePlaces(queue));
}

/** "One place added", "2 places taken back" */
export function formatCapacityChange({ places }: Pick<SizeChange, 'places'>): string {
  const count = Math.abs(places);
  return `${count === 1 ? 'One place' : `${count} places`} ${places > 0 ? 'added' : 'taken back'}`;
}
