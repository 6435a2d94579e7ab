import { expect, it } from 'vitest';
import { formatCapacityChange, formatEnded, formatMove, removablePlaces } from './waitlist.ts';

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

it('says why an entry has ended, and who removed it', () => {
  const entry = { id: 1, name: 'Ama', places: 2, state: 'declined', reason: null, by: null } as const;
  expect(formatEnded(entry)).toBe('2 places: declined the place');
  expect(formatEnded({ ...entry, places: 1, reason: 'moved away' })).toBe(
    '1 place: removed by staff: moved away',
  );
  expect(formatEnded({ ...entry, reason: 'moved away', by: 'Marta' })).toBe(
    '2 places: removed by Marta: moved away',
  );
});

it('says who changed the order of the list', () => {
  const move = { at: '', what: 'offered out of turn', by: 'Marta', reason: 'lives far away' };
  expect(formatMove(move)).toBe('offered out of turn by Marta: lives far away');
  expect(formatMove({ ...move, what: 'position on the waiting list changed', by: null })).toBe(
    'position on the waiting list changed by staff: lives far away',
  );
});
