import type { Offering } from './load-offering.ts';

interface NextPlace {
  session: Offering['sessions'][number];
  isFree: boolean;
}

/** The next date with a free place, otherwise the next date, for its waiting list. */
export function nextPlace({ sessions }: Offering, now: Date): NextPlace | undefined {
  const planned = sessions.filter((date) => date.status === 'planned' && new Date(date.starts_at) > now);
  const free = planned.find(({ pool }) => pool.taken < pool.capacity);
  const session = free ?? planned[0];
  return session && { session, isFree: free !== undefined };
}
