// A show's name as outlines that fill the field above the radio page: a short name grows wide, then tall; a long one
// narrows before it takes a second line. Server only: the letterforms are large, and the browser needs only one name.
import { letterAt } from '#app/features/wordmark/outline-word.server.ts';
import { type AirOutline, airViews, type NameOutline } from './air-outline.ts';

const MIN_WIDTH = 64;
const MAX_WIDTH = 150;
const SPACE = 0.36;
const TRACKING = -22;
/** How far letters may be stretched upwards, or pressed, beyond their drawing. */
const MAX_STRETCH = 1.35;
const LINE_GAP_SHARE = 0.07;

export function outlineShow(title: string): NameOutline {
  const words = title.trim().toLowerCase().split(/\s+/);
  return { wide: fitName(words, airViews.wide), narrow: fitName(words, airViews.narrow) };
}

interface Box {
  width: number;
  height: number;
}

function fitName(words: string[], view: { width: number; height: number; margin: number }): AirOutline {
  const box = { width: view.width - view.margin * 2, height: view.height * 0.84 };
  const [best] = lineBreaks(words)
    .map((lines) => fitLines(lines, box))
    .sort((a, b) => a.cost - b.cost);
  const height = best?.height ?? 0;
  return { d: best?.draw(view.margin, (view.height - height) / 2) ?? '' };
}

/** All ways to set the words on one to three lines. */
function lineBreaks(words: string[]): string[][] {
  const found: string[][] = [[words.join(' ')]];
  for (let first = 1; first < words.length; first++) {
    const head = words.slice(0, first).join(' ');
    found.push([head, words.slice(first).join(' ')]);
    for (let second = first + 1; second < words.length; second++)
      found.push([head, words.slice(first, second).join(' '), words.slice(second).join(' ')]);
  }
  return found.slice(0, 40);
}

interface Fitted {
  /** The less the letters are stretched and narrowed, the better. */
  cost: number;
  height: number;
  draw(x: number, y: number): string;
}

function fitLines(lines: string[], box: Box): Fitted {
  const gap = box.height * LINE_GAP_SHARE;
  const room = box.height - gap * (lines.length - 1);
  // A line as wide as the box: the wider its letters, the lower it is.
  const lowest = lines.map((line) => heightAt(line, MAX_WIDTH, box.width));
  const tallest = lines.map((line) => heightAt(line, MIN_WIDTH, box.width));
  const shares = share(room, lowest, tallest);
  const stretch = clamp(room / sum(shares), 1 / MAX_STRETCH, MAX_STRETCH);
  const stretched = sum(shares) * stretch;
  // One or two letters alone cannot be as wide as the field.
  const shrink = Math.min(1, room / stretched);
  const heights = shares.map((height) => height * stretch * shrink);
  const total = sum(heights) + gap * (lines.length - 1);
  return {
    cost:
      Math.abs(Math.log(stretch)) * 2 +
      Math.max(0, 1 - total / box.height) * 3 +
      (1 - shrink) * 6 +
      (lines.length - 1) * 0.3,
    height: total,
    draw(x, y) {
      let top = y;
      let d = '';
      lines.forEach((line, index) => {
        const height = heights[index] as number;
        d += drawLine(line, {
          x,
          y: top,
          width: box.width * shrink,
          height,
          letterHeight: (shares[index] as number) * shrink,
        });
        top += height + gap;
      });
      return d;
    },
  };
}

/** Lines get the same height, as far as each can be that low or tall. */
function share(room: number, lowest: number[], tallest: number[]): number[] {
  let from = 0;
  let to = Math.max(...tallest, room);
  for (let step = 0; step < 24; step++) {
    const middle = (from + to) / 2;
    const total = sum(lowest.map((low, index) => clamp(middle, low, tallest[index] as number)));
    if (total > room) to = middle;
    else from = middle;
  }
  return lowest.map((low, index) => clamp(from, low, tallest[index] as number));
}

function heightAt(line: string, width: number, boxWidth: number): number {
  const set = setLine(line, width);
  return ((set.top - set.bottom) * boxWidth) / set.width;
}

function drawLine(
  line: string,
  { x, y, width, height, letterHeight }: Box & { x: number; y: number; letterHeight: number },
): string {
  let from = MIN_WIDTH;
  let to = MAX_WIDTH;
  for (let step = 0; step < 16; step++) {
    const middle = (from + to) / 2;
    if (heightAt(line, middle, width) > letterHeight) from = middle;
    else to = middle;
  }
  const set = setLine(line, to);
  const scaleX = width / set.width;
  const scaleY = height / (set.top - set.bottom);
  const at = (value: number) => Math.round(value * 10) / 10;
  return set.letters
    .map(({ d, advanceFrom }) =>
      d.replace(
        /(-?[\d.]+),(-?[\d.]+)/g,
        (_, px: string, py: string) =>
          `${at(x + (Number(px) + advanceFrom - set.left) * scaleX)} ${at(y + (set.top - Number(py)) * scaleY)}`,
      ),
    )
    .join('');
}

interface SetLine {
  letters: { d: string; advanceFrom: number }[];
  left: number;
  width: number;
  top: number;
  bottom: number;
}

/** A line at one width; letters swing around it, as in the wordmark. */
function setLine(line: string, width: number): SetLine {
  const swing = width > MAX_WIDTH - 4 ? 0.1 : 0.2;
  const letters: SetLine['letters'] = [];
  let x = 0;
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, 1, 1, 0];
  [...line].forEach((letter, index) => {
    if (letter === ' ') {
      x += SPACE * (200 + width * 2);
      return;
    }
    const form = letterAt(letter, clamp(width * (1 + swing * Math.cos(index * 1.9)), MIN_WIDTH, MAX_WIDTH));
    if (!form) return;
    letters.push({ d: form.d, advanceFrom: x });
    for (const [, px, py] of form.d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) {
      left = Math.min(left, Number(px) + x);
      right = Math.max(right, Number(px) + x);
      top = Math.max(top, Number(py));
      bottom = Math.min(bottom, Number(py));
    }
    x += form.advance + TRACKING;
  });
  if (letters.length === 0) left = 0;
  return { letters, left, width: Math.max(1, right - left), top, bottom };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
