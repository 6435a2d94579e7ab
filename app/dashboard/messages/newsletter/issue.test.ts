import { describe, expect, it } from 'vitest';
import { formatAudience, formatStop, formatWritten } from './issue.ts';

describe('the counts of the newsletter', () => {
  it('begin a sentence as sentences begin, for nobody, one and many', () => {
    expect(formatAudience(0, 0)).toBe('No reader yet.');
    expect(formatAudience(1, 0)).toBe('One reader.');
    expect(formatAudience(1, 1)).toBe('One reader, one more asked and did not confirm yet.');
    expect(formatAudience(1200, 3)).toBe('1,200 readers, 3 more asked and did not confirm yet.');
  });

  it('agree with their verbs', () => {
    expect(formatStop(1)).toMatch(/^One reader has not/);
    expect(formatStop(20)).toMatch(/^20 readers have not/);
    expect(formatWritten(0, 1)).toBe('The mail is not written yet.');
    expect(formatWritten(1, 1)).toBe('The mail is written.');
    expect(formatWritten(3, 20)).toBe('3 of 20 mails are written.');
  });
});
