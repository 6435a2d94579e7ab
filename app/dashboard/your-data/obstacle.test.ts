import { expect, it } from 'vitest';
import { readObstacle } from './obstacle.ts';

it('every reason that prevents deletion has a link to resolve it', () => {
  for (const reason of ['bookings_to_come', 'unpaid', 'refund_due', 'last_owner'])
    expect(readObstacle({ reason, sentence: 'Not yet.' })?.way?.to).toMatch(/^\//);
  expect(readObstacle({ reason: 'another', sentence: 'Not yet.' })).toEqual({
    sentence: 'Not yet.',
    way: null,
  });
  expect(readObstacle({})).toBeNull();
  expect(readObstacle(null)).toBeNull();
});
