// A poem on yellow paper: every line is brought to the same measure, first by width, then by size.
import { inkColour } from '../inks.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { fitLine, type SetText, setLine } from './set-text.ts';

const POEM = [
  'The tide went out to buy some bread.',
  'It left the boats',
  'asleep in bed,',
  'one boot, a bell,',
  'a bicycle,',
  'the moon in bits,',
  'a smell of well',
  'and all the stairs it never shows.',
  'It’s coming back.',
  'The harbour knows.',
];
const COLOPHON = 'Lídia, 9. Set and printed by the under-twelves, one line each.';
const LEADING = 0.98;

export function drawBroadside(width: number, height: number, set: SetText): Drawing {
  const black = inkColour('black');
  const margin = width * 0.075;
  const measure = width - 2 * margin;
  const base = { size: measure * 0.122, weight: 740 };
  let y = width * 0.07;
  let lines = '';
  for (const text of POEM) {
    const { line, size } = fitLine(set, text, measure, base);
    lines += line.at(margin, y + size * 0.79, black);
    y += size * LEADING;
  }
  const small = width * 0.025;
  const foot = height - width * 0.07;
  const colophon = setLine(set, COLOPHON, { size: small, width: 100, weight: 420, face: 'text' });
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour('yellow')) +
      lines +
      rect(margin, foot - small * 2.2, measure, 2, black) +
      colophon.at(margin, foot - small * 0.3, black),
  );
}
