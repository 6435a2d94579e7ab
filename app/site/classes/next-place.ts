// What a class offers now: a sample to look at, a date that runs, a date that is full, or a place to book.
import type { Offering, OfferingDate } from './load-offering.ts';

export interface PlaceState {
  kind: 'sample' | 'running' | 'full' | 'open' | 'dateless';
  /** The date that runs now. */
  running?: OfferingDate | undefined;
  /** The date that the main button books, or whose waiting list it joins. */
  next?: OfferingDate | undefined;
  isFree: boolean;
  /** Where the next date is full: the first one that is not. */
  alternative?: OfferingDate | undefined;
}

export function placeState(
  { sessions }: Pick<Offering, 'sessions'>,
  { now, isClosedSample }: { now: Date; isClosedSample: boolean },
): PlaceState {
  const planned = sessions.filter(({ status }) => status === 'planned');
  const running = planned.find(
    ({ starts_at, ends_at }) => new Date(starts_at) <= now && new Date(ends_at) > now,
  );
  const ahead = planned.filter(({ starts_at }) => new Date(starts_at) > now);
  const free = ahead.find(({ pool }) => pool.taken < pool.capacity);
  const [first] = ahead;
  if (isClosedSample) return { kind: 'sample', next: first, isFree: free !== undefined };
  if (running) return { kind: 'running', running, next: free ?? first, isFree: free !== undefined };
  if (!first) return { kind: 'dateless', isFree: false };
  if (first === free) return { kind: 'open', next: first, isFree: true };
  return { kind: 'full', next: first, isFree: false, alternative: free };
}
