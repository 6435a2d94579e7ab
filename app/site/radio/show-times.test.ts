import { describe, expect, it } from 'vitest';
import { withSharedShows } from './show-times.ts';

describe('the slots of the radio page', () => {
  it('share one object for each show and keep their own times', () => {
    const slots = [
      { local_time: '06:00', show: { slug: 'undertow' } },
      { local_time: '08:00', show: { slug: 'surf' } },
      { local_time: '10:00', show: { slug: 'undertow' } },
    ];
    const shared = withSharedShows(slots);
    expect(shared).toEqual(slots);
    expect(shared[2]?.show).toBe(shared[0]?.show);
  });
});
