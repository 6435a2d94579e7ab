import { describe, expect, it } from 'vitest';
import { formatFirstSession, greeting } from './greeting.ts';

describe('the greeting', () => {
  it.each([
    [3 * 60, 'Marta Reis', 'Good night, Marta'],
    [9 * 60, 'Marta', 'Good morning, Marta'],
    [12 * 60, '', 'Good afternoon'],
    [18 * 60, ' Ana  Sol ', 'Good evening, Ana'],
  ])('at minute %i to %j: %s', (minutes, name, words) => {
    expect(greeting(minutes, name)).toBe(words);
  });
});

describe('what comes first', () => {
  const now = new Date('2026-11-17T17:38:00Z');
  const first = (iso: string) => formatFirstSession(new Date(iso), now, 'Europe/Lisbon');
  it.each([
    ['2026-11-17T17:38:10Z', 'The next one begins now.'],
    ['2026-11-17T17:39:00Z', 'Next in a minute.'],
    ['2026-11-17T18:00:00Z', 'Next in 22 minutes.'],
    ['2026-11-17T20:15:00Z', 'Next at 20:15.'],
    ['2026-11-18T10:00:00Z', 'Next tomorrow at 10:00.'],
    ['2026-11-20T18:00:00Z', 'Next on Fri 20 at 18:00.'],
  ])('%s: %s', (iso, words) => {
    expect(first(iso)).toBe(words);
  });
});
