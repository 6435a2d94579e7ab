// A weave draft on eight shafts: threading above, tie-up in the corner, treadling at the side, cloth below.
import { inkColour } from '../inks.ts';
import { randomOf, round } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';

const SHAFTS = 8;
const THREADS = 58;
const LIFTED = [1, 1, 1, 0, 1, 0, 0, 0];

export function drawRosepath(slug: string, width: number, height: number): Drawing {
  const random = randomOf(slug);
  const margin = width * 0.05;
  const cell = (width - 2 * margin) / (THREADS + SHAFTS + 2);
  const top = SHAFTS + 2;
  const rows = Math.floor((height - 2 * margin) / cell) - top;
  const threading = mirrored(zigzag(THREADS / 2, () => 5 + Math.floor(random() * 9)));
  const treadling = mirrored(zigzag(Math.ceil(rows / 2), () => 6 + Math.floor(random() * 10))).slice(0, rows);
  const isTied = (treadle: number, shaft: number) => LIFTED[(shaft - treadle + SHAFTS) % SHAFTS] === 1;
  const x = (column: number) => margin + column * cell;
  const y = (row: number) => margin + row * cell;
  const block = (column: number, row: number, insetX: number, insetY: number) => {
    const [across, down] = [round(cell * (1 - 2 * insetX)), round(cell * (1 - 2 * insetY))];
    return `M${round(x(column) + cell * insetX)} ${round(y(row) + cell * insetY)}h${across}v${down}h${-across}z`;
  };
  const mark = (column: number, row: number) => block(column, row, 0.12, 0.12);

  let warp = '';
  let weft = '';
  let marks = '';
  threading.forEach((shaft, column) => {
    marks += mark(column, SHAFTS - 1 - shaft);
  });
  treadling.forEach((treadle, row) => {
    marks += mark(THREADS + 1 + treadle, top + row);
    threading.forEach((shaft, column) => {
      if (isTied(treadle, shaft)) warp += block(column, top + row, 0.08, 0);
      else weft += block(column, top + row, 0, 0.08);
    });
  });
  for (let treadle = 0; treadle < SHAFTS; treadle++)
    for (let shaft = 0; shaft < SHAFTS; shaft++)
      if (isTied(treadle, shaft)) marks += mark(THREADS + 1 + treadle, SHAFTS - 1 - shaft);

  const grid = (column: number, row: number, across: number, down: number) => {
    let d = '';
    for (let i = 0; i <= across; i++) d += `M${round(x(column + i))} ${round(y(row))}v${round(down * cell)}`;
    for (let j = 0; j <= down; j++) d += `M${round(x(column))} ${round(y(row + j))}h${round(across * cell)}`;
    return d;
  };
  const lines =
    grid(0, 0, THREADS, SHAFTS) + grid(THREADS + 1, 0, SHAFTS, SHAFTS) + grid(THREADS + 1, top, SHAFTS, rows);
  const [black, violet] = [inkColour('black'), inkColour('violet')];
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour('paper')) +
      `<path fill="${violet}" d="${weft}"/><path fill="${black}" d="${warp}"/>` +
      `<path fill="none" stroke="${violet}" stroke-width=".8" d="${lines}"/><path fill="${black}" d="${marks}"/>`,
  );
}

/** Up and down the shafts; `length` says after how many threads it turns. */
function zigzag(count: number, length: () => number): number[] {
  const shafts: number[] = [];
  let shaft = 0;
  let direction = 1;
  let left = length();
  for (let i = 0; i < count; i++) {
    shafts.push(((shaft % SHAFTS) + SHAFTS) % SHAFTS);
    left -= 1;
    if (left <= 0) {
      direction = -direction;
      left = length();
    }
    shaft += direction;
  }
  return shafts;
}

function mirrored(shafts: number[]): number[] {
  return [...shafts, ...[...shafts].reverse()];
}
