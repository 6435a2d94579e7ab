// A cover for anything that has no photograph: drawn from its slug, the same on every visit.
// Two flat inks, four colourways. Needs no DOM; the drawing is made for the ratio, never cropped.
import type { Discipline } from '#contracts/discipline.ts';
import { drawings } from './drawings.ts';
import { randomFrom, seedOf } from './random.ts';

export interface CoverRequest {
  slug: string;
  discipline: Discipline;
  ratioWidth: number;
  ratioHeight: number;
}

const LONG_SIDE = 1600;
const BLACK = 'oklch(0.19 0.018 160)';
const WHITE = 'oklch(0.975 0.004 145)';
const HUES: Record<Discipline, { light: string; dark: string }> = {
  sound: { light: 'oklch(0.79 0.11 240)', dark: 'oklch(0.75 0.11 240)' },
  movement: { light: 'oklch(0.79 0.135 48)', dark: 'oklch(0.75 0.135 48)' },
  image: { light: 'oklch(0.79 0.125 356)', dark: 'oklch(0.75 0.125 356)' },
  word: { light: 'oklch(0.79 0.15 92)', dark: 'oklch(0.75 0.15 92)' },
  making: { light: 'oklch(0.79 0.105 303)', dark: 'oklch(0.75 0.105 303)' },
};

export function isDiscipline(value: string): value is Discipline {
  return value in drawings;
}

export function drawCover({ slug, discipline, ratioWidth, ratioHeight }: CoverRequest): string {
  const scale = LONG_SIDE / Math.max(ratioWidth, ratioHeight);
  const width = Math.round(ratioWidth * scale);
  const height = Math.round(ratioHeight * scale);
  const random = randomFrom(seedOf(`${slug}/${discipline}`));
  const colourway = Math.floor(random() * 4);
  const [ground, figure] = colourway === 1 ? ['k', 'h'] : colourway === 3 ? ['w', 'k'] : ['h', 'k'];
  const drawing = drawings[discipline](random, width, height);
  const sheetFrom = Math.round(width * (0.2 + random() * 0.3));
  const sheet =
    colourway === 3
      ? `<path class="h" style="mix-blend-mode:multiply" d="M${sheetFrom} 0H${width}V${height}H${sheetFrom}z"/>`
      : '';
  const hue = HUES[discipline];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>.k{fill:${BLACK}}.w{fill:${WHITE}}.h{fill:${hue.light}}@media(prefers-color-scheme:dark){.h{fill:${hue.dark}}}</style>` +
    `<path class="${ground}" d="M0 0H${width}V${height}H0z"/><path class="${figure}" d="${drawing}"/>${sheet}</svg>`
  );
}
