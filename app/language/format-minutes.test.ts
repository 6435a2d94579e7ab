import { expect, it } from 'vitest';
import { formatMinutes } from './format-minutes.ts';

it.each([
  [5, '5 minutes'],
  [60, '1 hour'],
  [90, '1.5 hours'],
  [2880, '48 hours'],
])('writes %i minutes as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text));
