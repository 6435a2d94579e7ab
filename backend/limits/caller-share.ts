// Whose share of the connections a request counts in: the account's, or the network address of a stranger.
import type { Caller } from '#contracts/caller.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import type { Share } from './fair-queue.ts';

/** Undefined for callers who may take any connection. */
export type ShareOf = (caller: Caller, source: RequestSource | undefined) => Share | undefined;

/** An account is known by name and may do more at once than a stranger. */
export const accountFactor = 2;

export interface ShareOptions {
  /** Requests of one stranger that use the database at once. */
  maxConcurrent: number;
  /** How many more may wait for each of them. */
  waitingPerPlace?: number;
}

export function createShareOf({ maxConcurrent, waitingPerPlace = 16 }: ShareOptions): ShareOf {
  if (!Number.isFinite(maxConcurrent)) return () => undefined;
  const share = (key: string, maxRunning: number): Share => ({
    key,
    maxRunning,
    maxWaiting: maxRunning * waitingPerPlace,
  });
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
