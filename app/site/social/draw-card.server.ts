// The picture for shared links: the title and the studio's name in its typeface and colour, beside a cover drawn from
// the slug. Everything is outlines: no system font is needed.
import { textOn } from '#app/features/brand/derive-brand.ts';
import { rgbToHex } from '#app/features/brand/oklch.ts';
import { drawCover } from '#app/features/covers/draw-cover.ts';
import { type OutlinedLine, outlineLine } from '#app/features/wordmark/outline-word.server.ts';
import { parseColour } from '#app/styles/contrast.ts';
import type { Discipline, DisciplineColor } from '#contracts/discipline.ts';

export interface SocialCard {
  studioName: string;
  /** Absent on the card of the studio itself, which shows its name large. */
  title?: string;
  /** The studio's colour as #rrggbb. */
  color: string;
  slug: string;
  discipline: Discipline;
  coverColor?: DisciplineColor;
}

export const CARD = { width: 1200, height: 630 };
const INK = '#0d1611';
const COVER_WIDTH = 420;
const MARGIN = 64;
const TEXT_WIDTH = CARD.width - COVER_WIDTH - 2 * MARGIN;
const TITLE_SIZES = [124, 104, 88, 74, 62, 52] as const;
const MAX_TITLE_HEIGHT = 340;
const LINE_HEIGHT = 0.98;
const NAME_SIZE = 56;
const MAX_NAME_SIZE = 260;

export function drawCard({ studioName, title, color, slug, discipline, coverColor }: SocialCard): string {
  const text = title === undefined ? largeName(studioName) : titleAndName(title, studioName);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}">` +
    `<path fill="${color}" d="M0 0H${CARD.width}V${CARD.height}H0z"/>` +
    `<g fill="${textOn(color)}">${text}<path d="${rules()}"/></g>${cover(slug, discipline, coverColor)}</svg>`
  );
}

function largeName(name: string): string {
  const line = outlineLine(name, '150');
  const size = Math.min(MAX_NAME_SIZE, (TEXT_WIDTH * 1000) / Math.max(1, line.width));
  return path(line, MARGIN, MARGIN, size);
}

function titleAndName(title: string, name: string): string {
  const { lines, size } = fitTitle(title);
  const text = lines.map((line, index) =>
    path(outlineLine(line, '84'), MARGIN, MARGIN + index * size * LINE_HEIGHT, size),
  );
  return text.join('') + path(outlineLine(name, '150'), MARGIN, 500, NAME_SIZE);
}

/** The largest size at which the title fits; longer titles end with an ellipsis. */
function fitTitle(title: string): { lines: string[]; size: number } {
  for (const size of TITLE_SIZES) {
    const lines = wrap(title, size);
    const isNarrow = lines.every((line) => widthOf(line, size) <= TEXT_WIDTH);
    if (isNarrow && lines.length * size * LINE_HEIGHT <= MAX_TITLE_HEIGHT) return { lines, size };
  }
  const size = TITLE_SIZES.at(-1) ?? 52;
  const room = Math.floor(MAX_TITLE_HEIGHT / (size * LINE_HEIGHT));
  const lines = wrap(title, size).slice(0, room);
  return { lines: lines.map((line, index) => (index === room - 1 ? `${line}...` : line)), size };
}

function wrap(title: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && widthOf(longer, size) <= TEXT_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function widthOf(line: string, size: number): number {
  return (outlineLine(line, '84').width * size) / 1000;
}

function path({ d }: OutlinedLine, x: number, y: number, size: number): string {
  return d === '' ? '' : `<path transform="translate(${x} ${y}) scale(${size / 1000})" d="${d}"/>`;
}

/** A row of vertical bars with a compression wave. */
function rules(): string {
  let x = MARGIN;
  let d = '';
  for (let index = 0; x < MARGIN + TEXT_WIDTH; index += 1) {
    d += `M${x} 580h3v50h-3z`;
    x += Math.round(16 - 11 * Math.cos((index / 48) * 3 * Math.PI + 0.7) ** 2);
  }
  return d;
}

/** The cover with plain colours: the renderer supports neither OKLCH nor dark mode. */
function cover(slug: string, discipline: Discipline, color: DisciplineColor | undefined): string {
  const drawing = drawCover({
    slug,
    discipline,
    ...(color && { color }),
    ratioWidth: COVER_WIDTH,
    ratioHeight: CARD.height,
  })
    .replace(/@media[^{]*\{[^}]*\}\}/, '')
    .replaceAll(/oklch\([^)]*\)/g, (color) => {
      const rgb = parseColour(color);
      return rgb ? rgbToHex(rgb) : INK;
    });
  return drawing.replace(
    /width="\d+" height="\d+"/,
    `x="${CARD.width - COVER_WIDTH}" y="0" width="${COVER_WIDTH}" height="${CARD.height}"`,
  );
}
