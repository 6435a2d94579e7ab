import { describe, expect, it } from 'vitest';
import { since } from './since.ts';

const zone = 'Europe/Lisbon';
const now = new Date('2026-11-17T17:38:00Z');
const before = (iso: string) => since(new Date(iso), now, zone);

describe('how long ago', () => {
  it.each([
    ['2026-11-17T17:37:30Z', 'just now'],
    ['2026-11-17T17:38:20Z', 'just now'],
    ['2026-11-17T17:36:30Z', '1 minute ago'],
    ['2026-11-17T16:39:00Z', '59 minutes ago'],
    ['2026-11-17T09:12:00Z', 'today 09:12'],
    ['2026-11-16T23:59:00Z', 'yesterday 23:59'],
    ['2026-11-12T10:00:00Z', '12 Nov'],
    ['2025-11-12T10:00:00Z', '12 Nov 2025'],
  ])('%s is %s', (iso, text) => {
    expect(before(iso)).toBe(text);
  });
});
