// A cover for anything without a photograph: drawn from its slug, always the same. Two flat colours, four colourways.
// Needs no DOM; drawn for the ratio, never cropped.
import { defaultColor } from '#app/disciplines/discipline-color.ts';
import type { Discipline, DisciplineColor } from '#contracts/discipline.ts';
import { drawingOf } from './drawings.ts';
import { randomFrom, seedOf } from './random.ts';

export interface CoverRequest {
  slug: string;
  discipline: Discipline;
  /** The discipline's colour; without it, the default for its slug. */
  color?: DisciplineColor;
  ratioWidth: number;
  ratioHeight: number;
}

const LONG_SIDE = 1600;
const BLACK = 'oklch(0.19 0.018 160)';
const WHITE = 'oklch(0.975 0.004 145)';
const HUES: Record<DisciplineColor, string> = {
  blue: '0.11 240',
  cyan: '0.105 213',
  teal: '0.11 182',
  lime: '0.15 124',
  yellow: '0.15 92',
  orange: '0.135 48',
  coral: '0.125 25',
  pink: '0.125 356',
  violet: '0.105 303',
  grey: '0.012 150',
};

export function drawCover({ slug, discipline, color, ratioWidth, ratioHeight }: CoverRequest): string {
  const scale = LONG_SIDE / Math.max(ratioWidth, ratioHeight);
  const width = Math.round(ratioWidth * scale);
  const height = Math.round(ratioHeight * scale);
  const random = randomFrom(seedOf(`${slug}/${discipline}`));
  const colourway = Math.floor(random() * 4);
  const [ground, figure] = colourway === 1 ? ['k', 'h'] : colourway === 3 ? ['w', 'k'] : ['h', 'k'];
  const drawing = drawingOf(discipline)(random, width, height);
  const sheetFrom = Math.round(width * (0.2 + random() * 0.3));
  const sheet =
    colourway === 3
      ? `<path class="h" style="mix-blend-mode:multiply" d="M${sheetFrom} 0H${width}V${height}H${sheetFrom}z"/>`
      : '';
  const hue = HUES[color ?? defaultColor(discipline)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>.k{fill:${BLACK}}.w{fill:${WHITE}}.h{fill:oklch(0.79 ${hue})}@media(prefers-color-scheme:dark){.h{fill:oklch(0.75 ${hue})}}</style>` +
    `<path class="${ground}" d="M0 0H${width}V${height}H0z"/><path class="${figure}" d="${drawing}"/>${sheet}</svg>`
  );
}
