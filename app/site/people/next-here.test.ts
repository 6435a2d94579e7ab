import { describe, expect, it } from 'vitest';
import { byNextHere } from './next-here.ts';

const person = (name: string, ...starts: string[]) => ({
  name,
  sessions: starts.map((starts_at) => ({ starts_at })),
});

describe('who is here next', () => {
  it('goes by the next date, then by name, and puts people without a date last', () => {
    const people = [
      person('Zoë'),
      person('Ruth', '2026-11-18T18:30:00Z'),
      person('Teo', '2026-11-17T18:00:00Z', '2026-11-20T18:00:00Z'),
      person('Amina', '2026-11-18T18:30:00Z'),
      person('Bea'),
    ];
    expect(byNextHere(people).map(({ name }) => name)).toEqual(['Teo', 'Amina', 'Ruth', 'Bea', 'Zoë']);
  });
});
