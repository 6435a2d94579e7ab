import { expect, it } from 'vitest';
import { retentionCurve } from './retention.ts';

const point = (
  minute: number,
  [start, startStayed, joined, joinedStayed]: [number, number, number, number],
) => ({
  minute,
  at_start: start,
  at_start_stayed: startStayed,
  joined,
  joined_stayed: joinedStayed,
});

it('gives shares of those who could have stayed so long, and no step that nobody could', () => {
  expect(
    retentionCurve({
      points: [
        point(1, [8, 7, 40, 30]),
        point(5, [8, 4, 12, 3]),
        point(60, [0, 0, 4, 1]),
        point(90, [0, 0, 0, 0]),
      ],
    }),
  ).toEqual([
    { minute: 1, atStart: 88, joined: 75 },
    { minute: 5, atStart: 50, joined: 25 },
    { minute: 60, atStart: null, joined: 25 },
  ]);
  expect(retentionCurve({ points: [] })).toEqual([]);
});
