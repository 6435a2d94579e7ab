// Token buckets in memory, per address and per account. One process's memory: several processes allow as many times
// more, which slows an attacker no less than it matters. Off by configuration for tests alone.
import { errors } from '../errors.ts';
import { networkOf } from './network-of.ts';

interface Limit {
  count: number;
  perS: number;
}

// A classroom signs up from one address, so limits per address are generous; those per account are what stops guessing.
const limits = {
  'signup by ip': { count: 60, perS: 300 },
  'anonymous by ip': { count: 60, perS: 3600 },
  'password by ip': { count: 120, perS: 300 },
  'password failed by account': { count: 10, perS: 300 },
  'refresh by ip': { count: 1200, perS: 300 },
  'token by ip': { count: 120, perS: 300 },
  'send by ip': { count: 60, perS: 300 },
  'send by address': { count: 15, perS: 3600 },
  'mail by ip': { count: 120, perS: 3600 },
  'sms by ip': { count: 30, perS: 3600 },
  'verify by ip': { count: 90, perS: 300 },
  'authorize by ip': { count: 120, perS: 300 },
  'passkey by ip': { count: 120, perS: 300 },
  'sso by ip': { count: 30, perS: 300 },
  'oauth by ip': { count: 120, perS: 300 },
  'register client by ip': { count: 10, perS: 3600 },
  'update by user': { count: 60, perS: 300 },
  'factor by user': { count: 30, perS: 300 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export interface RateLimits {
  /** Counts one request and refuses when the bucket is empty. */
  require(name: LimitName, key: string): void;
  /** Refuses when the bucket is empty, counting nothing. */
  check(name: LimitName, key: string): void;
  count(name: LimitName, key: string): void;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const rememberedBuckets = 100_000;

export function createRateLimits({ isOn, now }: { isOn: boolean; now: () => Date }): RateLimits {
  const buckets = new Map<string, Bucket>();

  function bucketOf(name: LimitName, key: string): Bucket {
    const limit: Limit = limits[name];
    const id = `${name}:${name.endsWith('by ip') ? networkOf(key) : key}`;
    const atMs = now().getTime();
    const known = buckets.get(id);
    const refilled = known
      ? known.tokens + ((atMs - known.atMs) / 1000) * (limit.count / limit.perS)
      : limit.count;
    const bucket = { tokens: Math.min(limit.count, refilled), atMs };
    // Put at the end again: the oldest entry of a full map is the one least recently asked for.
    buckets.delete(id);
    if (buckets.size >= rememberedBuckets) {
      const oldest = buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(id, bucket);
    return bucket;
  }

  function check(name: LimitName, key: string): void {
    if (isOn && bucketOf(name, key).tokens < 1) throw refusal(name);
  }

  return {
    check,
    count(name, key) {
      if (isOn) bucketOf(name, key).tokens -= 1;
    },
    require(name, key) {
      check(name, key);
      if (isOn) bucketOf(name, key).tokens -= 1;
    },
  };
}

function refusal(name: LimitName): Error {
  if (name.startsWith('mail')) return errors.overEmailLimit();
  if (name.startsWith('sms')) return errors.overSmsLimit();
  return errors.overRequestLimit();
}
