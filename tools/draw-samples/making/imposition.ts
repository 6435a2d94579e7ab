// Sixteen pages on one sheet before it is folded: heads to heads, folds dashed, cuts marked.
import { inkColour } from '../inks.ts';
import { type Random, randomOf, round } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { type SetText, setLine } from '../word/set-text.ts';

const UPPER = [5, 12, 9, 8];
const LOWER = [4, 13, 16, 1];

interface Page {
  width: number;
  height: number;
  set: SetText;
  random: Random;
}

export function drawImposition(slug: string, width: number, height: number, set: SetText): Drawing {
  const random = randomOf(slug);
  const margin = Math.min(width, height) * 0.085;
  const sheet = { width: width - 2 * margin, height: height - 2 * margin };
  const page: Page = { width: sheet.width / 4, height: sheet.height / 2, set, random };
  const place = (number: number, column: number, isUpper: boolean) => {
    const x = round(margin + column * page.width);
    const y = round(margin + (isUpper ? 0 : page.height));
    const turned = isUpper ? ` rotate(180 ${round(page.width / 2)} ${round(page.height / 2)})` : '';
    return `<g transform="translate(${x} ${y})${turned}">${drawPage(number, page)}</g>`;
  };
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour('violetLight')) +
      rect(round(margin), round(margin), round(sheet.width), round(sheet.height), inkColour('paper')) +
      UPPER.map((number, column) => place(number, column, true)).join('') +
      LOWER.map((number, column) => place(number, column, false)).join('') +
      drawMarks(margin, sheet),
  );
}

function drawPage(number: number, page: Page): string {
  const { width, height, set } = page;
  const width100 = number < 9 ? 66 + number * 10 : 66 + (17 - number) * 10;
  const folio = setLine(set, String(number), { size: width * 0.115, width: width100, weight: 700 });
  return `${drawContent(number, page)}${folio.at(width / 2 - folio.width / 2, height * 0.93, inkColour('black'))}`;
}

function drawContent(number: number, page: Page): string {
  const { width, height, set } = page;
  const [black, violet] = [inkColour('black'), inkColour('violet')];
  if (number === 1) {
    const lines = [
      { text: 'Salt', width: 150, y: 0.3 },
      { text: 'a book of sixteen', width: 66, y: 0.4 },
    ];
    return lines
      .map(({ text, width: stretch, y }) => {
        const line = setLine(set, text, { size: width * 0.14, width: stretch, weight: 700 });
        return line.at(width / 2 - line.width / 2, height * y, black);
      })
      .join('');
  }
  if (number === 16 || number === 8)
    return `<circle cx="${round(width / 2)}" cy="${round(height * 0.45)}" r="${round(width * 0.26)}" fill="${number === 8 ? black : violet}"/>`;
  if (number % 4 === 1) return drawRules(page, black);
  return drawText(page, number % 4 === 0 ? 13 : 8, number % 3 ? black : violet);
}

function drawRules({ width, height }: Page, ink: string): string {
  let d = '';
  for (let rule = 0; rule < 11; rule++) {
    const breadth = round(1 + rule * width * 0.0055);
    const tall = round(height * 0.5);
    d += `M${round(width * 0.15 + (rule * width * 0.7) / 11)} ${round(height * 0.18)}h${breadth}v${tall}h${-breadth}z`;
  }
  return `<path fill="${ink}" d="${d}"/>`;
}

/** Lines of word-length dashes; the last one is short. */
function drawText({ width, height, random }: Page, lines: number, ink: string): string {
  const start = width * 0.15;
  const tall = round(height * 0.021);
  let d = '';
  for (let line = 0; line < lines; line++) {
    const end = start + width * (line === lines - 1 ? 0.4 : 0.7);
    for (let x = start; x < end; x += width * 0.025) {
      const length = Math.min(end - x, width * (0.03 + random() * 0.11));
      const y = round(height * (0.17 + line * 0.05));
      d += `M${round(x)} ${y}h${round(length)}v${tall}h${round(-length)}z`;
      x += length;
    }
  }
  return `<path fill="${ink}" d="${d}"/>`;
}

function drawMarks(margin: number, sheet: { width: number; height: number }): string {
  const black = inkColour('black');
  const [right, bottom] = [margin + sheet.width, margin + sheet.height];
  let folds = `M${round(margin)} ${round(margin + sheet.height / 2)}h${round(sheet.width)}`;
  for (const column of [1, 2, 3])
    folds += `M${round(margin + (column * sheet.width) / 4)} ${round(margin)}v${round(sheet.height)}`;
  let cuts = '';
  for (const x of [margin, right])
    for (const y of [margin, bottom]) {
      const [outX, outY] = [x === margin ? -1 : 1, y === margin ? -1 : 1];
      cuts += `M${round(x + outX * margin * 0.2)} ${round(y)}h${round(outX * margin * 0.5)}`;
      cuts += `M${round(x)} ${round(y + outY * margin * 0.2)}v${round(outY * margin * 0.5)}`;
    }
  const collation = [0, 1, 2, 3, 4].map((bar) =>
    rect(
      round(margin + sheet.width / 2 - 5),
      round(margin + sheet.height / 2 + bar * 13 - 26),
      10,
      bar === 2 ? 11 : 3,
      black,
    ),
  );
  return (
    `<path fill="none" stroke="${black}" stroke-width="1.4" stroke-dasharray="9 6" d="${folds}"/>` +
    `${collation.join('')}<path fill="none" stroke="${black}" stroke-width="1.6" d="${cuts}"/>`
  );
}
