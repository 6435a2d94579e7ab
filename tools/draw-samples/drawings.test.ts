import { describe, expect, it } from 'vitest';
import { drawImage } from './image/draw-image.ts';
import { drawImposition } from './making/imposition.ts';
import { drawMapFold } from './making/map-fold.ts';
import { drawRosepath } from './making/rosepath.ts';
import { drawMovement } from './movement/draw-movement.ts';
import { drawPortrait } from './portrait/draw-portrait.ts';
import { drawSound } from './sound/draw-sound.ts';
import type { Drawing } from './svg.ts';
import { drawBroadside } from './word/broadside.ts';
import { drawFootnotes } from './word/footnotes.ts';
import { drawLetter } from './word/letter.ts';
import { fitLine, type SetText } from './word/set-text.ts';

/** Letters as bars: as wide as the axis says. */
const bars: SetText = (text, { width }) => ({ d: `M0 0h${text.length}`, width: text.length * 5 * width });

const tone = Float32Array.from({ length: 16_000 }, (_, i) => Math.sin((i * Math.PI * 2 * 440) / 16_000));
const piece = { durationS: 1, samples: tone, contrast: 1.35 };
const sheet = { width: 200, height: 80, columns: 40, ink: 'blueLight', ground: 'black' } as const;

const drawings: [name: string, draw: () => Drawing, other: () => Drawing][] = [
  ['sound', () => drawSound(piece, sheet), () => drawSound(piece, { ...sheet, ink: 'white' })],
  ['image', () => drawImage('lemons-on-a-tuesday', 48, 60), () => drawImage('chair-at-four', 48, 60)],
  [
    'movement',
    () => drawMovement('nobody-leads', 160, 100),
    () => drawMovement('fall-and-recover', 160, 100),
  ],
  ['weave draft', () => drawRosepath('rosepath', 160, 200), () => drawRosepath('another', 160, 200)],
  ['imposition', () => drawImposition('sheet', 140, 100, bars), () => drawImposition('b', 140, 100, bars)],
  ['map fold', () => drawMapFold(100, 100), () => drawMapFold(100, 120)],
  ['broadside', () => drawBroadside(90, 120, bars), () => drawBroadside(120, 120, bars)],
  ['footnotes', () => drawFootnotes(150, 100, bars), () => drawFootnotes(180, 100, bars)],
  ['letter', () => drawLetter(80, 100, bars), () => drawLetter(100, 100, bars)],
  ['portrait', () => drawPortrait('jonas-lind', 20, 25), () => drawPortrait('amina-okafor', 20, 25)],
];

describe('drawings of the sample studio', () => {
  it.each(drawings)(
    'a %s is the same every time, without a browser, and another one differs',
    (_, draw, other) => {
      expect('document' in globalThis).toBe(false);
      const { svg, width, height } = draw();
      expect(svg).toBe(draw().svg);
      expect(svg).not.toBe(other().svg);
      expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|oklch/);
    },
  );

  it('brings a line to its measure by width first, then by size', () => {
    const base = { size: 100, weight: 700 };
    const byWidth = fitLine(bars, 'about', 250, base);
    expect(byWidth.size).toBe(100);
    expect(byWidth.line.width).toBeCloseTo(250, -1);
    expect(fitLine(bars, 'a', 100, base).size).toBeGreaterThan(100);
    expect(fitLine(bars, 'a line that is far too long for it', 250, base).size).toBeLessThan(100);
  });
});
