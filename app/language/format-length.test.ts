import { expect, it } from 'vitest';
import { formatLength } from './format-length.ts';

it.each([
  [0, '0:00'],
  [187_400, '3:07'],
  [3_760_000, '1:02:40'],
])('formats %i ms as %s', (durationMs, text) => expect(formatLength(durationMs)).toBe(text));
