import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DISCIPLINE_COLORS } from '#contracts/discipline.ts';
import { drawCover } from './draw-cover.ts';
import { drawings } from './drawings.ts';
import { randomFrom, seedOf } from './random.ts';

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

  it('cuts the ends of a movement along their path, so that crowded ends are no saw', () => {
    const drawing = drawings.movement?.(randomFrom(seedOf('nobody-leads/movement')), 1280, 1600) ?? '';
    const limbs = [...drawing.matchAll(/M(\d+) (\d+)l([^z]+)z/g)].map(([, x, y, steps = '']) => {
      const points: [number, number][] = [[Number(x), Number(y)]];
      const moves = steps.trim().split(' ').map(Number);
      for (let i = 0; i + 1 < moves.length; i += 2) {
        const [px, py] = points.at(-1) ?? [0, 0];
        points.push([px + (moves[i] ?? 0), py + (moves[i + 1] ?? 0)]);
      }
      return points;
    });
    // The end of a limb points to the end of the next one: within a few degrees where it is long enough to tell.
    const off = limbs.slice(0, -1).flatMap((limb, index) => {
      const [a, , , b] = limb;
      const next = limbs[index + 1];
      if (!a || !b || !next?.[0] || !next[3]) return [];
      const end = [a[0] - b[0], a[1] - b[1]] as const;
      const path = [
        (next[0][0] + next[3][0] - a[0] - b[0]) / 2,
        (next[0][1] + next[3][1] - a[1] - b[1]) / 2,
      ] as const;
      if (Math.hypot(...end) < 12 || Math.hypot(...path) < 12) return [];
      const turn = Math.abs(end[0] * path[1] - end[1] * path[0]) / (Math.hypot(...end) * Math.hypot(...path));
      return turn > 0.35 ? [index] : [];
    });
    expect(limbs.length).toBeGreaterThan(100);
    expect(off.length / limbs.length).toBeLessThan(0.05);
  });

  it.each(disciplines)('keeps a %s cover light enough to send', (discipline) => {
    for (const slug of ['a', 'boatyard', 'night', 'tide', 'what-the-boatyard-taught-us'])
      expect(
        brotliCompressSync(drawCover({ slug, discipline, ratioWidth: 7, ratioHeight: 5 })).length,
      ).toBeLessThan(16_000);
  });
});
