import { describe, expect, it } from 'vitest';
import { formatAudience, formatStop, formatWritten } from './issue.ts';

describe('the counts of the newsletter', () => {
  it('read well for none, one and many', () => {
    expect(formatAudience(0, 0)).toBe('No subscribers yet.');
    expect(formatAudience(1, 0)).toBe('1 subscriber.');
    expect(formatAudience(1, 1)).toBe('1 subscriber, 1 more has not confirmed yet.');
    expect(formatAudience(1200, 3)).toBe('1,200 subscribers, 3 more have not confirmed yet.');
  });

  it('agree with their verbs', () => {
    expect(formatStop(1)).toMatch(/^1 subscriber has not/);
    expect(formatStop(20)).toMatch(/^20 subscribers have not/);
    expect(formatWritten(0, 1)).toBe('0 of 1 email created.');
    expect(formatWritten(1, 1)).toBe('1 of 1 email created.');
    expect(formatWritten(3, 20)).toBe('3 of 20 emails created.');
  });
});
