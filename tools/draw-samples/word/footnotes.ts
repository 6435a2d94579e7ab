// A spread of a book of which only the footnotes are left.
import { inkColour, tint } from '../inks.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { type SetText, setLine } from './set-text.ts';

interface Page {
  folio: number;
  /** Where a reference hangs on the empty page, in per cent, and its note. */
  notes: { number: number; x: number; y: number; lines: string[] }[];
}

const SPREAD: Page[] = [
  {
    folio: 12,
    notes: [
      { number: 1, x: 62, y: 14, lines: ['She did not. See page 40.'] },
      { number: 2, x: 31, y: 22, lines: ['The same harbour, but in fog.'] },
      { number: 3, x: 78, y: 31, lines: ['Ibid., though colder.'] },
      { number: 4, x: 20, y: 39, lines: ['In the original: “bread”.', 'The translator was hungry.'] },
      { number: 5, x: 55, y: 47, lines: ['Not that ferry. The other ferry.'] },
    ],
  },
  {
    folio: 13,
    notes: [
      { number: 6, x: 44, y: 12, lines: ['Here the author puts down', 'the pen for eleven years.'] },
      { number: 7, x: 81, y: 21, lines: ['He means the kettle.'] },
      { number: 8, x: 26, y: 34, lines: ['Untrue, but everyone', 'was kind about it.'] },
      { number: 9, x: 69, y: 44, lines: ['This sentence was longer.', 'We carried the rest home.'] },
    ],
  },
];

export function drawFootnotes(width: number, height: number, set: SetText): Drawing {
  const half = width / 2;
  const pages = SPREAD.map((page, index) => drawPage(page, { x: index * half, width: half, height, set }));
  const fold = rect(half, 0, 1, height, tint('black', 0.3));
  return svg(width, height, rect(0, 0, width, height, inkColour('paper')) + pages.join('') + fold);
}

interface Place {
  x: number;
  width: number;
  height: number;
  set: SetText;
}

function drawPage({ folio, notes }: Page, { x, width, height, set }: Place): string {
  const black = inkColour('black');
  const size = width * 0.042;
  const leading = size * 1.3;
  const left = x + width * 0.09;
  const line = (text: string, factor = 1, weight = 400) =>
    setLine(set, text, { size: size * factor, width: 100, weight, face: 'text' });
  const references = notes.map(({ number, x: across, y }) =>
    line(String(number), 1.15, 600).at(x + (width * across) / 100, (height * y) / 100, black),
  );
  const count = notes.reduce((sum, { lines }) => sum + lines.length, 0);
  let y = height * 0.905 - count * leading;
  let text = rect(left, y - leading * 0.35, width * 0.82, 1.4, black);
  for (const { number, lines } of notes)
    lines.forEach((words, index) => {
      y += leading;
      if (index === 0) text += line(String(number), 0.75, 600).at(left, y - leading * 0.2, black);
      text += line(words).at(left + width * 0.05, y - leading * 0.2, black);
    });
  const number = line(String(folio), 0.95, 600);
  return `${references.join('')}${text}${number.at(x + width / 2 - number.width / 2, height * 0.955, black)}`;
}
