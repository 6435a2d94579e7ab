import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 byte'],
  [812, '812 byte'],
  [1000, '1 kB'],
  [1400, '1.4 kB'],
  [64_000, '64 kB'],
  [999_600, '1 MB'],
  [12_345_678, '12 MB'],
  [3_400_000_000, '3.4 GB'],
  [2_000_000_000, '2 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
