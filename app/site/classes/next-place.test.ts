import { describe, expect, it } from 'vitest';
import type { OfferingDate } from './load-offering.ts';
import { placeState } from './next-place.ts';

const now = new Date('2026-11-19T18:30:00Z');
const date = (id: string, hour: string, taken: number, status: 'planned' | 'cancelled' = 'planned') =>
  ({
    id,
    status,
    starts_at: `2026-11-${hour}:00:00Z`,
    ends_at: `2026-11-${hour}:59:00Z`,
    pool: { capacity: 2, taken, waiting: 0 },
  }) as OfferingDate;
const stateOf = (sessions: OfferingDate[], isClosedSample = false) => {
  const { kind, running, next, alternative } = placeState({ sessions }, { now, isClosedSample });
  return [kind, running?.id, next?.id, alternative?.id];
};

describe('the state of a class', () => {
  it('is open while the next date has a place', () => {
    expect(stateOf([date('a', '20T18', 1), date('b', '27T18', 0)])).toEqual([
      'open',
      undefined,
      'a',
      undefined,
    ]);
  });
  it('is full when the next date is, and names the first one with places', () => {
    const dates = [date('a', '20T18', 2), date('b', '24T18', 2), date('c', '27T18', 0)];
    expect(stateOf(dates)).toEqual(['full', undefined, 'a', 'c']);
    expect(stateOf(dates.slice(0, 2))).toEqual(['full', undefined, 'a', undefined]);
  });
  it('says that a date runs, and leads to the next one with places', () => {
    const dates = [date('a', '19T18', 0), date('b', '20T18', 2), date('c', '27T18', 1)];
    expect(stateOf(dates)).toEqual(['running', 'a', 'c', undefined]);
    expect(stateOf(dates.slice(0, 1))).toEqual(['running', 'a', undefined, undefined]);
  });
  it('passes over dates that are cancelled', () => {
    const cancelled = date('a', '19T18', 0, 'cancelled');
    expect(stateOf([cancelled])).toEqual(['dateless', undefined, undefined, undefined]);
    expect(stateOf([cancelled, date('b', '20T18', 0)])[0]).toBe('open');
  });
  it('is a sample whatever its dates are', () => {
    expect(stateOf([date('a', '19T18', 0), date('b', '20T18', 2)], true)).toEqual([
      'sample',
      undefined,
      'b',
      undefined,
    ]);
  });
});
