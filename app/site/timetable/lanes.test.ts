import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLanes, placeSpans } from './lanes.ts';

const at = (start: string, end: string) => ({ start: minutes(start), end: minutes(end) });
function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
}

describe('sessions side by side', () => {
  it('take the whole column when they only follow each other', () => {
    const placed = placeSpans([at('10:00', '11:00'), at('11:00', '12:00')]);
    expect(placed).toMatchObject([
      { lane: 0, lanes: 1, spread: 1, left: 0, width: 100 },
      { lane: 0, lanes: 1, spread: 1, left: 0, width: 100 },
    ]);
  });

  it('share the column in three lanes on a full evening', () => {
    const placed = placeSpans([
      at('18:00', '19:30'),
      at('18:30', '20:00'),
      at('19:00', '20:30'),
      at('20:15', '22:00'),
    ]);
    expect(placed.map(({ lane }) => lane)).toEqual([0, 1, 2, 0]);
    expect(maxLanes(placed)).toBe(3);
  });

  it('spread to the right until the next session', () => {
    const placed = placeSpans([
      at('18:00', '19:30'),
      at('18:30', '20:00'),
      at('19:00', '20:30'),
      at('20:15', '22:00'),
    ]);
    expect(placed[3]).toMatchObject({ lane: 0, spread: 2 });
    expect(placed[0]).toMatchObject({ lane: 0, spread: 1 });
  });

  it('never lie in the same place at the same time, whatever the day', () => {
    const day = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 5, max: 300 }))
        .map(([start, length]) => ({
          start,
          end: start + length,
        })),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(day, (spans) => {
        const placed = placeSpans(spans);
        spans.forEach((a, i) => {
          const mine = placed[i];
          expect(mine && mine.lane + mine.spread).toBeLessThanOrEqual(mine?.lanes ?? 0);
          spans.forEach((b, j) => {
            if (j <= i || a.start >= b.end || b.start >= a.end) return;
            const other = placed[j];
            const isApart =
              mine &&
              other &&
              (mine.lane + mine.spread <= other.lane || other.lane + other.spread <= mine.lane);
            expect(isApart).toBe(true);
          });
        });
      }),
    );
  });
});

describe('sessions one over the other', () => {
  it('step in while others are still running, and use the rest of the column', () => {
    const placed = placeSpans([at('18:00', '19:30'), at('18:30', '20:00'), at('19:00', '20:30')]);
    expect(placed.map(({ left, width }) => [left, width])).toEqual([
      [0, 100],
      [14, 86],
      [28, 72],
    ]);
  });

  it('are beside each other when they begin together: titles stay readable', () => {
    const placed = placeSpans([at('18:00', '20:00'), at('18:10', '19:00')]);
    expect(placed.map(({ left, width }) => [left, width])).toEqual([
      [0, 50],
      [50, 50],
    ]);
  });

  it('step back out when the others are over', () => {
    const placed = placeSpans([at('18:00', '19:00'), at('18:30', '20:00'), at('19:30', '21:00')]);
    expect(placed[2]?.left).toBe(14);
  });

  it('know from when on their text is covered', () => {
    const placed = placeSpans([at('18:00', '19:30'), at('18:30', '20:00'), at('19:00', '20:30')]);
    expect(placed.map(({ clearUntil }) => clearUntil)).toEqual([
      minutes('18:30'),
      minutes('19:00'),
      minutes('20:30'),
    ]);
  });
});
