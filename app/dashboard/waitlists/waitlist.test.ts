import { expect, it } from 'vitest';
import { formatCapacityChange, takeablePlaces } from './waitlist.ts';

it('only added places that are free can be taken back', () => {
  const queue = { capacity: 12, seats: 9, held: 1, offered: 1, added: 2 };
  expect(takeablePlaces(queue)).toBe(1);
  expect(takeablePlaces({ ...queue, seats: 10 })).toBe(0);
  expect(takeablePlaces({ ...queue, seats: 0 })).toBe(2);
  expect(takeablePlaces({ ...queue, seats: 0, added: 0 })).toBe(0);
});

it('says what became of the size', () => {
  expect([1, 3, -1, -2].map((places) => formatCapacityChange({ places }))).toEqual([
    'One place added',
    '3 places added',
    'One place taken back',
    '2 places taken back',
  ]);
});
