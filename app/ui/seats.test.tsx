import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { countSeatRules, drawSeats, Seats } from './seats.tsx';

const rulesOf = (path: string) => [...path.matchAll(/M([\d.]+) /g)].map((match) => Number(match[1]));
const gaps = (places: number[]) => places.slice(1).map((place, index) => place - (places[index] ?? 0));

describe('seats', () => {
  it('draws one rule a seat in a small room', () => {
    expect(countSeatRules(12, 5)).toEqual({ taken: 5, free: 7 });
    const { takenPath, freePath } = drawSeats(12, 5);
    expect(rulesOf(takenPath)).toHaveLength(5);
    expect(rulesOf(freePath)).toHaveLength(7);
  });

  it('draws taken seats close together and free seats spaced out', () => {
    const { takenPath, freePath } = drawSeats(16, 8);
    expect(Math.max(...gaps(rulesOf(takenPath)))).toBeLessThan(Math.min(...gaps(rulesOf(freePath))));
  });

  it('draws a full room as close rules only, an empty one as open rules only', () => {
    expect(drawSeats(10, 10).freePath).toBe('');
    expect(drawSeats(10, 0).takenPath).toBe('');
  });

  it('keeps a large hall’s proportion, and shows the last free and the first taken seat', () => {
    expect(countSeatRules(180, 90)).toEqual({ taken: 20, free: 20 });
    expect(countSeatRules(500, 499)).toEqual({ taken: 39, free: 1 });
    expect(countSeatRules(500, 1)).toEqual({ taken: 1, free: 39 });
    expect(countSeatRules(500, 500)).toEqual({ taken: 40, free: 0 });
  });

  it.each([
    [12, 12],
    [1, 0],
    [40, 13],
    [180, 140],
    [300, 3],
  ])('never leaves its box (%i seats, %i taken)', (capacity, taken) => {
    const { takenPath, freePath } = drawSeats(capacity, taken);
    for (const place of [...rulesOf(takenPath), ...rulesOf(freePath)]) {
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThanOrEqual(96);
    }
  });

  it.each([
    [12, 20, { taken: 12, free: 0 }],
    [12, -3, { taken: 0, free: 12 }],
    [0, 0, { taken: 0, free: 0 }],
  ])('survives impossible numbers (%i seats, %i taken)', (capacity, taken, rules) => {
    expect(countSeatRules(capacity, taken)).toEqual(rules);
    expect(drawSeats(capacity, taken).freePath).not.toContain('NaN');
  });

  it('is hidden from screen readers beside a text and labelled without one', () => {
    expect(renderToStaticMarkup(<Seats capacity={8} taken={2} />)).not.toContain('role=');
    const alone = renderToStaticMarkup(<Seats capacity={8} taken={2} label="6 of 8 free" />);
    expect(alone).toContain('role="img"');
    expect(alone).toContain('aria-label="6 of 8 free"');
  });
});
