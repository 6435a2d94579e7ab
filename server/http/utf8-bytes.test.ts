import { expect, it } from 'vitest';
import { utf8Bytes } from './utf8-bytes.ts';

it('writes any text as Node does by itself', () => {
  const texts = ['', 'plain', 'café, naïve', '19:00–20:30, €24', 'a 🎨 and a 🎧', '漢字'.repeat(9000)];
  for (const text of texts) expect(utf8Bytes(text).equals(Buffer.from(text)), text.slice(0, 20)).toBe(true);
});

it('writes half an emoji as the replacement character instead of failing', () => {
  expect(utf8Bytes(`title ${'🎨'.slice(0, 1)}`).toString()).toBe('title \ufffd');
});
