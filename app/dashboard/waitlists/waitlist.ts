// A waiting list as staff see it, with its labels.
interface WaitlistMove {
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
/** Places added for someone on the waiting list (above zero), or removed again. */
export interface CapacityChange {
  at: string;
  places: number;
  by: string | null;
  reason: string;
}
export interface Waitlist {
  pool_id: string;
  session_id: string;
  title: string;
  starts_at: string;
  capacity: number;
  seats: number;
  held: number;
  offered: number;
  waiting: number;
  /** How many places were added to the planned capacity by offers out of turn. */
  added: number;
  size_changes: CapacityChange[];
  offers: WaitlistOffer[];
  entries: WaitlistEntry[];
  gone: WaitlistEnded[];
}

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
    [waiting > 0 && `${waiting} waiting`, offered > 0 && `${offered} offered`].filter(Boolean).join(', ') ||
    'no one waiting'
  );
}

export function formatPlaces(places: number): string {
  return places === 1 ? '1 place' : `${places} places`;
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
