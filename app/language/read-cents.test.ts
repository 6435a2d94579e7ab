import { expect, it } from 'vitest';
import { readCents, typedCents } from './read-cents.ts';

it.each([
  ['12', 1200],
  ['12.5', 1250],
  [' 12,50 ', 1250],
  ['0.07', 7],
  ['', null],
  ['twelve', null],
  ['-3', null],
  ['1.234', null],
  ['1e3', null],
])('reads %j as %j cents', (typed, cents) => {
  expect(readCents(typed)).toBe(cents);
});

it('writes cents as they are typed, so that reading them again changes nothing', () => {
  for (const cents of [0, 5, 50, 1200, 1250, 99999]) expect(readCents(typedCents(cents))).toBe(cents);
});
