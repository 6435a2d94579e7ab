import { expect, it } from 'vitest';
import { openingLines } from './opening-lines.ts';

it('says neighbouring days with the same hours in one breath', () => {
  const day = (weekday: number, opens = '10:00:00', closes = '22:00:00') => ({ weekday, opens, closes });
  expect(openingLines([day(2), day(3), day(4), day(6, '09:30:00', '18:00:00'), day(7)])).toEqual([
    'Tue to Thu 10:00–22:00',
    'Sat 09:30–18:00',
    'Sun 10:00–22:00',
  ]);
});
