import { expect, it } from 'vitest';
import { normalizeIsrc } from './isrc.ts';

it('brings a code into one form, and recognises what is none', () => {
  for (const text of ['PT-A01-26-00001', 'pta012600001', ' ISRC PT A01 26 00001 ', 'ISRC: PTA012600001'])
    expect(normalizeIsrc(text)).toBe('PTA012600001');
  expect(normalizeIsrc(' ')).toBe('');
  for (const text of ['PTA01260000', 'PTA0126000012', '12A012600001', 'PTA0126O0001', 'unknown'])
    expect(normalizeIsrc(text)).toBeUndefined();
});
