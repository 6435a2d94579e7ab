import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQr } from './draw-qr.server.ts';

it('draws every dark module of the code and no other', () => {
  const text = 'https://studio.example/en/booking/0123456789abcdef';
  const { size, d } = drawQr(text);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of d.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let i = 0; i < Number(length); i++) (drawn[Number(y)] as boolean[])[Number(x) + i] = true;
  expect(drawn).toEqual(encode(text, { ecc: 'M', border: 0 }).data);
});
