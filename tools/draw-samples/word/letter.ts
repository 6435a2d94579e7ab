// A letter to a stranger, in yellow on black: some words stand wider than the others.
import { inkColour } from '../inks.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { type SetText, setLine } from './set-text.ts';

type Words = { text: string; stretch?: number };

const PARAGRAPHS: Words[][][] = [
  [[{ text: 'Dear you on the 07:12,' }]],
  [[{ text: 'you were reading' }], [{ text: 'with your ' }, { text: 'whole face.', stretch: 150 }]],
  [
    [{ text: 'I stayed two stops' }],
    [{ text: 'too long to see' }],
    [{ text: 'how it would ' }, { text: 'end.', stretch: 62.5 }],
  ],
  [
    [{ text: 'It did not end.' }],
    [{ text: 'You turned ' }, { text: 'the page', stretch: 118 }],
    [{ text: 'and the whole tram' }],
    [{ text: 'leaned.', stretch: 150 }],
  ],
];
const SIGNATURE = ['Yours,', 'the grey coat'];
const LEADING = 1.14;

export function drawLetter(width: number, height: number, set: SetText): Drawing {
  const ink = inkColour('yellow');
  const margin = width * 0.08;
  const size = width * 0.072;
  const step = size * LEADING;
  const count = PARAGRAPHS.flat().length + SIGNATURE.length;
  // The paragraphs share the free height, as in a letter that fills its sheet.
  const gap = (height - 2 * margin - count * step) / PARAGRAPHS.length;
  const words = ({ text, stretch }: Words) =>
    setLine(set, text, { size, width: stretch ?? 88, weight: stretch ? 640 : 330 });
  let y = margin;
  let lines = '';
  for (const paragraph of PARAGRAPHS) {
    for (const line of paragraph) {
      let x = margin;
      for (const part of line) {
        const set = words(part);
        lines += set.at(x, y + size * 0.86, ink);
        x += set.width;
      }
      y += step;
    }
    y += gap;
  }
  for (const text of SIGNATURE) {
    const line = words({ text });
    lines += line.at(width - margin - line.width, y + size * 0.86, ink);
    y += step;
  }
  return svg(width, height, rect(0, 0, width, height, inkColour('black')) + lines);
}
