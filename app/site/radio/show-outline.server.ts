// A show's name as one outline for the field above the radio page. Long names take two lines. Server only: the
// letterforms are large, and the browser needs only one name.
import { outlineWord } from '#app/features/wordmark/outline-word.server.ts';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';
import { nameLines } from './name-lines.ts';

const LINE_GAP = 70;

export function outlineShow(title: string): WordOutline {
  const lines = nameLines(title).map((line) => outlineWord(line));
  let d = '';
  let width = 1;
  let foot = 0;
  lines.forEach((outline, index) => {
    const down = index === 0 ? 0 : foot + LINE_GAP - TOP_OF_LETTERS;
    d += moved(outline.d, down);
    width = Math.max(width, outline.width);
    foot = down + outline.ascent + outline.descent;
  });
  return { d, width, ascent: foot, descent: 0 };
}

/** Lowercase letters begin this far below the top of the drawing. */
const TOP_OF_LETTERS = 20;

function moved(d: string, down: number): string {
  if (down === 0) return d;
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${x} ${Number(y) + down}`);
}
