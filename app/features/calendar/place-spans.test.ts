import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLanes, placeSpans } from './place-spans.ts';

const at = (start: string, end: string) => ({ start: minutes(start), end: minutes(end) });
function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
}
const places = (...spans: { start: number; end: number }[]) =>
  placeSpans(spans).map(({ offset, width }) => [offset, width]);
const third = 0.3333;

describe('sessions of a day', () => {
  it('take the whole column when they only follow each other', () => {
    expect(places(at('10:00', '11:00'), at('11:00', '12:00'))).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('share the column by three while three run, and take it back as soon as they can', () => {
    const evening = [at('18:00', '19:45'), at('18:30', '20:00'), at('19:00', '20:30'), at('20:15', '21:30')];
    expect(places(...evening)).toEqual([
      [0, third],
      [third, third],
      [0.6667, third],
      [0, 0.6667],
    ]);
    const placed = placeSpans(evening);
    expect(placed.map(({ lanes }) => lanes)).toEqual([3, 3, 3, 2]);
    expect(maxLanes(placed)).toBe(3);
  });

  it('do not become narrow because of others that run at another time', () => {
    const placed = places(
      at('10:00', '12:00'),
      at('11:00', '14:00'),
      at('13:00', '16:00'),
      at('15:00', '17:00'),
      at('15:00', '17:00'),
      at('15:00', '17:00'),
    );
    expect(placed.slice(0, 2)).toEqual([
      [0, 0.5],
      [0.5, 0.5],
    ]);
    expect(placed.slice(2).map(([, width]) => width)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('keep the order in which they were given', () => {
    expect(places(at('19:00', '20:00'), at('18:00', '20:00'))).toEqual([
      [0.5, 0.5],
      [0, 0.5],
    ]);
  });

  it('leave an empty day empty', () => {
    expect(placeSpans([])).toEqual([]);
    expect(maxLanes([])).toBe(1);
  });
});

describe('on any day', () => {
  const day = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 5, max: 300 }))
      .map(([start, length]) => ({ start, end: start + length })),
    { maxLength: 14 },
  );
  const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    a.start < b.end && b.start < a.end;

  it('no session covers another, none leaves the column', () => {
    fc.assert(
      fc.property(day, (spans) => {
        const placed = placeSpans(spans);
        spans.forEach((a, i) => {
          const mine = placed[i] ?? { offset: -1, width: 0 };
          expect(mine.offset).toBeGreaterThanOrEqual(0);
          expect(mine.offset + mine.width).toBeLessThanOrEqual(1.0001);
          spans.forEach((b, j) => {
            const other = placed[j] ?? mine;
            if (j <= i || !overlap(a, b)) return;
            const isApart =
              mine.offset + mine.width <= other.offset + 0.0002 ||
              other.offset + other.width <= mine.offset + 0.0002;
            expect(isApart).toBe(true);
          });
        });
      }),
    );
  });

  it('no session is narrower than the busiest moment of its day requires', () => {
    fc.assert(
      fc.property(day, (spans) => {
        const placed = placeSpans(spans);
        for (const { width } of placed) expect(width).toBeGreaterThanOrEqual(1 / maxLanes(placed) - 0.0001);
      }),
    );
  });

  it('a session that nobody overlaps has the whole column', () => {
    fc.assert(
      fc.property(day, (spans) => {
        placeSpans(spans).forEach((placement, i) => {
          const isAlone = spans.every((other, j) => i === j || !overlap(other, spans[i] ?? other));
          expect(placement.lanes === 1).toBe(isAlone);
          if (isAlone) expect(placement).toEqual({ offset: 0, width: 1, lanes: 1 });
        });
      }),
    );
  });
});
