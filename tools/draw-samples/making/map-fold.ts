// A map that shuts by itself: one sheet in zigzag facets, hatched by how far each turns from the window.
import { inkColour } from '../inks.ts';
import { mix, round } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';

type Point = readonly [x: number, y: number];

const COLUMNS = 9;
const ROWS = 8;
const FOLD = 0.98;
const SLANT = 1.06;
const SIDE = 1.05;
const VIEW = 0.62;
const HATCHES = 17;
/** Four directions of facets, from lit to dark. */
const TONES = [0.05, 0.42, 0.2, 0.82];

function corner(column: number, row: number): Point {
  const tangent = Math.cos(FOLD) * Math.tan(SLANT);
  const step = SIDE / Math.sqrt(1 + tangent * tangent);
  const lift = Math.sin(FOLD) * Math.sin(SLANT);
  const x = column * step * tangent;
  const y = row * Math.sqrt(1 - lift * lift) + (column % 2 ? step : 0);
  const z = row % 2 ? lift : 0;
  const [cos, sin] = [Math.cos(VIEW), Math.sin(VIEW)];
  return [x * cos - y * sin, (x * sin + y * cos) * 0.62 - z * 0.86];
}

export function drawMapFold(width: number, height: number): Drawing {
  const corners: Point[] = [];
  for (let column = 0; column <= COLUMNS; column++)
    for (let row = 0; row <= ROWS; row++) corners.push(corner(column, row));
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = range(corners.map(([x]) => x));
  const [top, bottom] = range(corners.map(([, y]) => y));
  const scale = Math.min((width * 0.9) / (right - left), (height * 0.86) / (bottom - top));
  const place = (column: number, row: number): Point => {
    const [x, y] = corner(column, row);
    return [(x - (left + right) / 2) * scale + width / 2, (y - (top + bottom) / 2) * scale + height / 2];
  };
  const facets: { column: number; row: number }[] = [];
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) facets.push({ column, row });
  // What is nearer covers what is behind it.
  facets.sort((a, b) => a.column + a.row - b.column - b.row);
  const sheet = facets.map(({ column, row }) =>
    drawFacet(
      [place(column, row), place(column + 1, row), place(column + 1, row + 1), place(column, row + 1)],
      TONES[(column % 2) + 2 * (row % 2)] ?? 0,
    ),
  );
  return svg(width, height, rect(0, 0, width, height, inkColour('violet')) + sheet.join(''));
}

function drawFacet([a, b, c, d]: readonly [Point, Point, Point, Point], tone: number): string {
  const text = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  const along = (from: Point, to: Point, share: number): Point => [
    mix(from[0], to[0], share),
    mix(from[1], to[1], share),
  ];
  const black = inkColour('black');
  const outline = `<path fill="${inkColour('paper')}" stroke="${black}" stroke-width="1.6" stroke-linejoin="round" d="M${[a, b, c, d].map(text).join('L')}Z"/>`;
  if (tone <= 0.1) return outline;
  const gap = Math.hypot(b[0] - a[0], b[1] - a[1]) / HATCHES;
  let hatching = '';
  for (let line = 0.5; line < HATCHES; line++)
    hatching += `M${text(along(a, b, line / HATCHES))}L${text(along(d, c, line / HATCHES))}`;
  return `${outline}<path stroke="${black}" stroke-width="${(gap * tone).toFixed(2)}" d="${hatching}"/>`;
}
