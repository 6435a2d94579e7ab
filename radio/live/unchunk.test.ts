import { expect, it } from 'vitest';
import { createUnchunker } from './unchunk.ts';

const unchunk = (text: string) => createUnchunker()(Buffer.from(text, 'latin1')).toString('latin1');

it('removes the sizes, wherever the pieces begin', () => {
  const whole = '3\r\nabc\r\n0A;name=value\r\n0123456789\r\n0\r\n\r\n';
  expect(unchunk(whole)).toBe('abc0123456789');
  const piecewise = createUnchunker();
  expect([...whole].map((letter) => piecewise(Buffer.from(letter)).toString()).join('')).toBe(
    'abc0123456789',
  );
});

it.each([
  '-5',
  '+5',
  '0x5',
  '5.5',
  '5 5g',
  '1e3g',
  'ffffffffff',
  `${'f'.repeat(300)}`,
  'zz',
  '',
  ' 5',
  'NaN',
])('ends the sound at a size of "%s"', (size) => {
  expect(unchunk(`3\r\nabc\r\n${size}\r\n${'x'.repeat(40)}`).slice(3).length).toBeLessThanOrEqual(
    size === '5 5g' ? 5 : 0,
  );
});
