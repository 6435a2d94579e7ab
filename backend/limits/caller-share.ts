// Which share of the connections a request counts in: that of its account, or of its network address if anonymous.
import type { Caller } from '#contracts/caller.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import type { Share } from '../queue/fair-queue.ts';

/** Undefined for callers who may take any connection. */
export type ShareResolver = (caller: Caller, source: RequestSource | undefined) => Share | undefined;

/** Accounts may do more at once than anonymous callers. */
export const accountFactor = 2;

export interface ShareOptions {
  /** Requests of one anonymous caller that use the database at once. */
  maxConcurrent: number;
  /** How many more may wait for each of them. */
  waitingPerPlace?: number;
}

export function createShareResolver({ maxConcurrent, waitingPerPlace = 16 }: ShareOptions): ShareResolver {
  if (!Number.isFinite(maxConcurrent)) return () => undefined;
  const share = (key: string, maxRunning: number): Share => ({
    key,
    maxRunning,
    maxWaiting: maxRunning * waitingPerPlace,
  });
  return (caller, source) => {
    if (caller.role === 'service_role') return undefined;
    if (!isAnonymousCaller(caller))
      return share(`account ${caller.claims.sub}`, maxConcurrent * accountFactor);
    return source?.address === undefined ? undefined : share(`address ${source.address}`, maxConcurrent);
  };
}

/** No account, or an anonymous one: only the network address is known. */
export function isAnonymousCaller({ role, claims }: Caller): boolean {
  return role === 'anon' || typeof claims.sub !== 'string' || claims.is_anonymous === true;
}
