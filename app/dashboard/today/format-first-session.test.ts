import { describe, expect, it } from 'vitest';
import { formatFirstSession } from './format-first-session.ts';

describe('formatFirstSession', () => {
  const now = new Date('2026-11-17T17:38:00Z');
  const first = (iso: string) => formatFirstSession(new Date(iso), now, 'Europe/Lisbon');
  it.each([
    ['2026-11-17T17:38:10Z', 'The next session starts now.'],
    ['2026-11-17T17:39:00Z', 'Next session in 1 minute.'],
    ['2026-11-17T18:00:00Z', 'Next session in 22 minutes.'],
    ['2026-11-17T20:15:00Z', 'Next session at 20:15.'],
    ['2026-11-18T10:00:00Z', 'Next session tomorrow at 10:00.'],
    ['2026-11-20T18:00:00Z', 'Next session on Fri 20 at 18:00.'],
  ])('%s: %s', (iso, text) => {
    expect(first(iso)).toBe(text);
  });
});
