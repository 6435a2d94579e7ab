import { expect, it } from 'vitest';
import { nextRow } from './row-keys.ts';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 39, 39],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 13],
  ['PageUp', 3, 0],
  ['Home', 3, 0],
  ['End', 3, 39],
  ['Enter', 3, null],
  ['a', 3, null],
])('%s in row %i of 40 leads to row %s', (key, from, to) => {
  expect(nextRow(key, from, 40)).toBe(to);
});
