import { describe, expect, it } from 'vitest';
import { airViews } from './air-outline.ts';
import { outlineShow } from './show-outline.server.ts';

function boxOf(d: string) {
  const points = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

describe('the name above the radio page', () => {
  it.each([
    'Surf',
    'Post',
    'Undertow',
    'Night Loop',
    'The Copy Shop Hour',
    'A Hora da Loja de Cópias',
    'Ö',
    'Rádio de Bancada',
  ])('fills the width of both fields: %s', (title) => {
    const outline = outlineShow(title);
    for (const view of ['wide', 'narrow'] as const) {
      const { width, height, margin } = airViews[view];
      const box = boxOf(outline[view].d);
      // One letter alone is as wide as it can be.
      if (title.length > 1) {
        expect(box.left).toBeCloseTo(margin, -0.5);
        expect(box.right).toBeCloseTo(width - margin, -0.5);
      }
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(height);
      expect(box.bottom - box.top).toBeGreaterThan(height * 0.45);
    }
  });

  it('draws nothing for a name without letterforms', () => {
    expect(outlineShow('').wide.d).toBe('');
    expect(outlineShow('موجة').narrow.d).toBe('');
  });
});
