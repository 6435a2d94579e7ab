import { describe, expect, it } from 'vitest';
import { audienceLine } from './audience.ts';

describe('for whom a class is', () => {
  it.each([
    [{ age_from: 7, age_to: 12, level: 'open' }, 'Ages 7 to 12, all levels'],
    [{ age_from: 16, age_to: null, level: 'beginner' }, 'From 16, beginners'],
    [{ age_from: 0, age_to: null, level: 'open' }, 'All ages, all levels'],
    [{ age_from: 9, age_to: 9, level: 'intermediate' }, 'Age 9, some experience'],
  ] as const)('%j', (audience, text) => {
    expect(audienceLine(audience)).toBe(text);
  });
});
