import { expect, it } from 'vitest';
import { CARD, drawCard } from './draw-card.server.ts';
import { drawLetter } from './draw-icon.server.ts';

const card = { studioName: 'Quay House', color: '#ff9f1c', slug: 'weaving', discipline: 'making' as const };
const pixels = async (svg: string, width: number) => {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .resize({ width })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  return { info, at };
};

it('draws a card of 1200 by 630 in the studio’s colour, with the title in outlines and no font', async () => {
  const svg = drawCard({ ...card, title: 'Weaving a field & other <things>' });
  expect(svg).not.toMatch(/<text|font-family|oklch|<things/);
  const { info, at } = await pixels(svg, CARD.width);
  expect([info.width, info.height]).toEqual([1200, 630]);
  const [red = 0, green = 0, blue = 0] = at(20, 20);
  expect(Math.abs(red - 0xff) + Math.abs(green - 0x9f) + Math.abs(blue - 0x1c)).toBeLessThan(24);
});

it('keeps every title on the card, however long', () => {
  for (const title of ['A', 'One word', 'Wort '.repeat(60), 'x'.repeat(200)]) {
    const svg = drawCard({ ...card, title });
    const tops = [...svg.matchAll(/translate\(64 ([\d.]+)\) scale\(([\d.]+)\)/g)].map(
      ([, y, scale]) => Number(y) + Number(scale) * 1000,
    );
    expect(Math.max(...tops)).toBeLessThanOrEqual(570);
  }
});

it('draws the first letter of the name as an icon', async () => {
  const { at } = await pixels(drawLetter({ name: 'Quay', color: '#ff9f1c' }), 64);
  expect(at(2, 2)[0]).toBeGreaterThan(230);
  const inks = Array.from({ length: 64 }, (_, x) => at(x, 30)[0] ?? 255);
  expect(Math.min(...inks)).toBeLessThan(60);
});
