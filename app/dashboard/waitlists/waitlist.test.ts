import { expect, it } from 'vitest';
import { formatCapacityChange, removablePlaces } from './waitlist.ts';

it('only added places that are free can be removed', () => {
  const waitlist = { capacity: 12, seats: 9, held: 1, offered: 1, added: 2 };
  expect(removablePlaces(waitlist)).toBe(1);
  expect(removablePlaces({ ...waitlist, seats: 10 })).toBe(0);
  expect(removablePlaces({ ...waitlist, seats: 0 })).toBe(2);
  expect(removablePlaces({ ...waitlist, seats: 0, added: 0 })).toBe(0);
});

it('describes changes of capacity', () => {
  expect([1, 3, -1, -2].map((places) => formatCapacityChange({ places }))).toEqual([
    '1 place added',
    '3 places added',
    '1 place removed',
    '2 places removed',
  ]);
});
