import { expect, it } from 'vitest';
import { findJsonExcess } from './json-shape.ts';

const excess = (text: string, limits = { maxDepth: 3, maxValues: 5 }) =>
  findJsonExcess(Buffer.from(text), limits);

it.each([
  ['[[[1]]]', undefined],
  ['[[[[1]]]]', 'depth'],
  ['{"a":{"b":{"c":{}}}}', 'depth'],
  // Siblings do not add depth.
  ['[[],[],[]]', 'values'],
  ['[1,2,3]', undefined],
  ['[1,2,3,4,5]', 'values'],
  ['{},{},{},{}', 'values'],
  // What looks like structure inside a string is text.
  ['"[[[[,,,,,,,,"', undefined],
  ['"\\"[[[[,,,,,,"', undefined],
  ['"\\\\",[[[[', 'depth'],
  ['"never closed [[[[', undefined],
  ['', undefined],
])('%s goes beyond %s', (text, found) => {
  expect(excess(text)).toBe(found);
});
