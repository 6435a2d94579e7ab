import { expect, it } from 'vitest';
import { drawPile, formatClock } from './stored-holds.ts';

it.each([
  [432, '7:12'],
  [59.9, '0:59'],
  [0, '0:00'],
  [-5, '0:00'],
  [7205, '2:00:05'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text);
});

it('draws sixty rules that never leave the box, however little time is left', () => {
  for (const left of [0, 1, 60, 300, 599, 600, 900]) {
    const xs = [...drawPile(left, 600).matchAll(/M([\d.]+) 0/g)].map(([, x]) => Number(x));
    expect(xs).toHaveLength(60);
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs)).toBeLessThanOrEqual(600);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  }
});
