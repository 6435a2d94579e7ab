import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DISCIPLINE_COLORS } from '#contracts/discipline.ts';
import { drawCover } from './draw-cover.ts';
import { drawings } from './drawings.ts';

const disciplines = [...Object.keys(drawings), 'clay', 'constructor'];

describe('covers', () => {
  it.each(disciplines)('draws the same %s cover for the same slug and another for another', (discipline) => {
    const request = { slug: 'harbour', discipline, ratioWidth: 4, ratioHeight: 3 };
    expect(drawCover(request)).toBe(drawCover(request));
    expect(drawCover(request)).not.toBe(drawCover({ ...request, slug: 'night' }));
  });

  it.each(DISCIPLINE_COLORS)('draws in the chosen colour %s', (color) => {
    const request = { slug: 'harbour', discipline: 'clay', ratioWidth: 4, ratioHeight: 3 };
    const colored = DISCIPLINE_COLORS.map((other) => drawCover({ ...request, color: other }));
    expect(new Set(colored).size).toBe(DISCIPLINE_COLORS.length);
    expect(drawCover({ ...request, color })).toContain('.h{fill:oklch(0.79 ');
  });

  it.each(disciplines)('redraws %s for the ratio instead of cropping', (discipline) => {
    const tall = drawCover({ slug: 'harbour', discipline, ratioWidth: 4, ratioHeight: 5 });
    expect(tall).toContain('viewBox="0 0 1280 1600"');
    expect(tall).not.toContain('NaN');
  });

  it.each(disciplines)('keeps a %s cover light enough to send', (discipline) => {
    for (const slug of ['a', 'boatyard', 'night', 'tide', 'what-the-boatyard-taught-us'])
      expect(
        brotliCompressSync(drawCover({ slug, discipline, ratioWidth: 7, ratioHeight: 5 })).length,
      ).toBeLessThan(16_000);
  });
});
