import { describe, expect, it } from 'vitest';
import { cheapestEntryFirst, comparePrices, entryCents } from './pass-savings.ts';

const ten = { entries: 10, price_cents: 9000 };
const five = { entries: 5, price_cents: 5000 };
const priced = (...prices: number[]) =>
  prices.map((price_cents) => ({ title: `Class for ${price_cents}`, price_cents }));

describe('passes', () => {
  it('puts the pass with the cheapest entry first', () => {
    expect(cheapestEntryFirst([five, ten])).toEqual([ten, five]);
    expect(cheapestEntryFirst([{ entries: 20, price_cents: 18_000 }, ten])[0]).toBe(ten);
    expect(entryCents({ entries: 3, price_cents: 1000 })).toBe(333);
  });

  it('compares with a class in the middle of those that cost more than an entry', () => {
    expect(comparePrices(ten, priced(500, 900, 1000, 1200, 5000))).toEqual({
      example: { title: 'Class for 1200', price_cents: 1200 },
      singleCents: 12_000,
      savedCents: 3000,
      fromDates: 8,
    });
  });

  it('promises nothing where no class costs more than an entry', () => {
    expect(comparePrices(ten, priced(500, 900))).toBeUndefined();
    expect(comparePrices(ten, [])).toBeUndefined();
  });
});
