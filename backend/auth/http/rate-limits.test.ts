import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

let nowMs = 0;
let limits: RateLimits;
beforeEach(() => {
  nowMs = 1_000_000;
  limits = createRateLimits({ isOn: true, now: () => new Date(nowMs) });
});

function allowed(count: number, key: string): number {
  let passed = 0;
  for (let round = 0; round < count; round += 1) {
    try {
      limits.require('sso by ip', key);
      passed += 1;
    } catch {
      // Counted by its absence.
    }
  }
  return passed;
}

describe('a rate limit', () => {
  it('lets a burst through, then as many as flow back', () => {
    expect(allowed(40, '192.0.2.1')).toBe(30);
    nowMs += 100_000;
    expect(allowed(40, '192.0.2.1')).toBe(10);
  });

  it('counts each address for itself', () => {
    expect(allowed(40, '192.0.2.1')).toBe(30);
    expect(allowed(40, '192.0.2.2')).toBe(30);
  });

  it('takes a whole /64 of IPv6 as one address, however it is written', () => {
    expect(allowed(20, '2001:db8:1:2::1')).toBe(20);
    expect(allowed(20, '2001:db8:1:2:3:4:5:6')).toBe(10);
    expect(allowed(1, '2001:db8:1:3::1')).toBe(1);
  });

  it('checks without counting', () => {
    for (let round = 0; round < 100; round += 1) limits.check('password failed by account', 'a');
    for (let round = 0; round < 10; round += 1) limits.count('password failed by account', 'a');
    expect(() => limits.check('password failed by account', 'a')).toThrow('Request rate limit reached');
  });

  it('says what was too much', () => {
    const exhaust = (name: 'mail by ip' | 'sms by ip') => {
      for (let round = 0; round < 200; round += 1) limits.require(name, '192.0.2.1');
    };
    expect(() => exhaust('mail by ip')).toThrow(
      expect.objectContaining({ status: 429, code: 'over_email_send_rate_limit' }),
    );
    expect(() => exhaust('sms by ip')).toThrow(
      expect.objectContaining({ status: 429, code: 'over_sms_send_rate_limit' }),
    );
  });

  it('can be off', () => {
    limits = createRateLimits({ isOn: false, now: () => new Date(nowMs) });
    expect(allowed(1000, '192.0.2.1')).toBe(1000);
  });
});
