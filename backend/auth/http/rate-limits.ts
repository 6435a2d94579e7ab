// The auth service's rate limits, per address and per account, counted by the shared rate limiter.
// Off by configuration for tests alone.
import type { RateLimit, RateLimiter } from '../../limits/rate-limiter.ts';
import { errors } from '../errors.ts';

interface Limit {
  count: number;
  perS: number;
}

// A classroom signs up from one address, so limits per address are generous; limits per account stop guessing.
const limits = {
  'signup by ip': { count: 60, perS: 300 },
  'anonymous by ip': { count: 60, perS: 3600 },
  'anonymous in all': { count: 600, perS: 3600 },
  'password by ip': { count: 120, perS: 300 },
  'refresh by ip': { count: 1200, perS: 300 },
  'token by ip': { count: 120, perS: 300 },
  'send by ip': { count: 60, perS: 300 },
  'captcha by ip': { count: 300, perS: 300 },
  'verify by ip': { count: 90, perS: 300 },
  'authorize by ip': { count: 120, perS: 300 },
  'passkey by ip': { count: 120, perS: 300 },
  'sso by ip': { count: 30, perS: 300 },
  'oauth by ip': { count: 120, perS: 300 },
  'register client by ip': { count: 10, perS: 3600 },
  'update by user': { count: 60, perS: 300 },
  'factor by user': { count: 30, perS: 300 },
} satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

export interface RateLimits {
  /** Counts one request and throws when the bucket is empty. */
  require(name: LimitName, key: string): void;
  /** Throws when the bucket is empty, without counting. */
  check(name: LimitName, key: string): void;
  count(name: LimitName, key: string): void;
}

export function createRateLimits({ isOn, limiter }: { isOn: boolean; limiter: RateLimiter }): RateLimits {
  const named = new Map<LimitName, RateLimit>(
    Object.entries(limits).map(([name, { count, perS }]) => [
      name as LimitName,
      limiter.limit({ name: `auth: ${name}`, max: count, perS, byAddress: name.endsWith('by ip') }),
    ]),
  );
  const ask = (name: LimitName, way: 'take' | 'check', key: string) => {
    const waitS = isOn ? (named.get(name)?.[way](key) ?? 0) : 0;
    if (waitS > 0) throw errors.overRequestLimit(waitS);
  };
  return {
    check: (name, key) => ask(name, 'check', key),
    require: (name, key) => ask(name, 'take', key),
    count(name, key) {
      if (isOn) named.get(name)?.count(key);
    },
  };
}
