// Whose share of the connections a request counts in: the account's, or the network address of a stranger.
import type { Caller } from '#contracts/caller.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import type { Share } from './fair-queue.ts';

/** Undefined for callers who may take any connection. */
export type ShareOf = (caller: Caller, source: RequestSource | undefined) => Share | undefined;

/** An account is known by name and may do more at once than a stranger. */
export const accountFactor = 2;

// Enough for a room full of people behind one address; whoever sends more has not waited for answers.
const waitingPerPlace = 16;

/** `maxConcurrent`: requests of one stranger that use the database at once. */
export function createShareOf({ maxConcurrent }: { maxConcurrent: number }): ShareOf {
  if (!Number.isFinite(maxConcurrent)) return () => undefined;
  return (caller, source) => {
    if (caller.role === 'service_role') return undefined;
    if (!isStranger(caller)) return share(`account ${caller.claims.sub}`, maxConcurrent * accountFactor);
    return source?.address === undefined ? undefined : share(`address ${source.address}`, maxConcurrent);
  };
}

/** Nobody, or an account that anyone can make without a name: the network address is all that is known of both. */
export function isStranger({ role, claims }: Caller): boolean {
  return role === 'anon' || typeof claims.sub !== 'string' || claims.is_anonymous === true;
}

function share(key: string, maxRunning: number): Share {
  return { key, maxRunning, maxWaiting: maxRunning * waitingPerPlace };
}
