// Turns the studio's name into one outline, with letters from wide to narrow to wide. Server only: the letterforms are
// 100 kB and the browser needs only one word.
import letterforms from './letterforms.json' with { type: 'json' };
import type { WordOutline } from './word-outline.ts';

const RHYTHM = ['150', '72', '84', '150'] as const;
const TRACKING = -25;
const ASCENT = 760;
const DESCENT = 20;
/** How far g, j, p, q, y, ç and Q reach below the line. */
const TAIL = 215;

interface Letterform {
  advance: number;
  d: string;
}

const forms: Record<string, Record<string, Letterform>> = letterforms.widths;

let last: { word: string; outline: WordOutline } | undefined;

/** A studio has one name: its outline is only drawn again when it changes. */
export function outlineWord(word: string): WordOutline {
  if (last?.word !== word) last = { word, outline: drawOutline(word) };
  return last.outline;
}

export interface OutlinedLine {
  d: string;
  /** In thousandths of the type size. */
  width: number;
}

const SPACE = 240;

/** A line of text in one width of the wordmark's letters; characters without a letterform are left out. */
export function outlineLine(text: string, width: '72' | '84' | '150'): OutlinedLine {
  let x = 0;
  let d = '';
  for (const letter of text) {
    const form = formOf(letter, width);
    if (form) d += placed(form.d, x);
    x += form ? form.advance + TRACKING : letter === ' ' ? SPACE : 0;
  }
  return { d, width: Math.max(0, x - TRACKING) };
}

/** Without the accent where there is no letterform with it. */
function formOf(letter: string, width: string): Letterform | undefined {
  return forms[width]?.[letter] ?? forms[width]?.[letter.normalize('NFD').charAt(0)];
}

const MASTERS = [72, 84, 150] as const;

/** A letter at any width: between two of its drawings, or a little beyond the narrowest. */
export function letterAt(letter: string, width: number): Letterform | undefined {
  const [from, to] = width < MASTERS[1] ? [MASTERS[0], MASTERS[1]] : [MASTERS[1], MASTERS[2]];
  const [narrow, wide] = [from, to].map((master) => formOf(letter, String(master)));
  if (!narrow || !wide) return undefined;
  const share = (width - from) / (to - from);
  const between = (a: number, b: number) => Math.round(a + (b - a) * share);
  const numbers = wide.d.match(NUMBER) ?? [];
  let place = 0;
  return {
    advance: between(narrow.advance, wide.advance),
    d: narrow.d.replace(NUMBER, (value) => String(between(Number(value), Number(numbers[place++])))),
  };
}

const NUMBER = /-?\d+/g;

function drawOutline(word: string): WordOutline {
  let x = 0;
  let d = '';
  [...word].forEach((letter, index) => {
    const form = formOf(letter, RHYTHM[index % RHYTHM.length] ?? '150');
    if (!form) return;
    d += placed(form.d, x);
    x += form.advance + TRACKING;
  });
  return {
    d,
    width: Math.max(1, x - TRACKING),
    ascent: ASCENT,
    descent: /[gjpqyçQÇ]/.test(word) ? TAIL : DESCENT,
  };
}

// Moves a glyph to its place and flips it: fonts count upwards, SVG downwards.
function placed(d: string, x: number): string {
  return d.replace(
    /(-?\d+),(-?\d+)/g,
    (_, px: string, py: string) => `${Number(px) + x} ${ASCENT - Number(py)}`,
  );
}
