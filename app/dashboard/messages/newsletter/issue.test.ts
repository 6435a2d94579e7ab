import { describe, expect, it } from 'vitest';
import { audienceWords, stopWords, writtenWords } from './issue.ts';

describe('the counts of the newsletter', () => {
  it('begin a sentence as sentences begin, for nobody, one and many', () => {
    expect(audienceWords(0, 0)).toBe('No reader yet.');
    expect(audienceWords(1, 0)).toBe('One reader.');
    expect(audienceWords(1, 1)).toBe('One reader, one more asked and did not confirm yet.');
    expect(audienceWords(1200, 3)).toBe('1,200 readers, 3 more asked and did not confirm yet.');
  });

  it('agree with their verbs', () => {
    expect(stopWords(1)).toMatch(/^One reader has not/);
    expect(stopWords(20)).toMatch(/^20 readers have not/);
    expect(writtenWords(0, 1)).toBe('The mail is not written yet.');
    expect(writtenWords(1, 1)).toBe('The mail is written.');
    expect(writtenWords(3, 20)).toBe('3 of 20 mails are written.');
  });
});
