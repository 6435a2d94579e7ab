// A portrait engraved in upright rules that thicken where the light goes away. Three printings: ground, skin, black; the
// skin plate is a little out of register, as on a drum. A photograph, when the person gives one, replaces it.
import { inkColour, tint } from '../inks.ts';
import { clamp } from '../numbers.ts';
import { type Drawing, rect, svg } from '../svg.ts';
import { type Features, MATERIAL } from './features.ts';
import { type LitBust, lightBust } from './light-bust.ts';
import { PEOPLE, type PersonSlug } from './people.ts';

const RULES = 132;
const ROW_PX = 1.7;
/** On paper, before black: everything that is not skin. */
const PALE: number[] = [
  MATERIAL.cloth,
  MATERIAL.secondCloth,
  MATERIAL.hair,
  MATERIAL.metal,
  MATERIAL.frame,
  MATERIAL.eye,
  MATERIAL.brow,
];
const SKIN: number[] = [MATERIAL.skin, MATERIAL.lip, MATERIAL.brow];

export function drawPortrait(slug: PersonSlug, width: number, height: number): Drawing {
  return engrave(PEOPLE[slug], width, height);
}

function engrave(features: Features, width: number, height: number): Drawing {
  const bust = lightBust(features, RULES, Math.round(height / ROW_PX), width / height);
  const grid = { pitch: width / bust.columns, row: height / bust.rows };
  const [pale, skin] = [inkColour('paper'), inkColour(features.skin.ink)];
  const print = (materials: number[], ink: string, dx = 0, dy = 0) =>
    printArea(bust, grid, { materials, ink, dx, dy });
  return svg(
    width,
    height,
    rect(0, 0, width, height, inkColour(features.ground)) +
      print(PALE, pale) +
      print(SKIN, skin, grid.pitch * 0.9, grid.pitch * -0.55) +
      (features.accent ? print([MATERIAL.secondCloth], inkColour(features.accent)) : '') +
      print([MATERIAL.eye], pale) +
      printHighlights(bust, grid, features) +
      printBlack(bust, grid),
  );
}

interface Grid {
  pitch: number;
  row: number;
}

interface Printing {
  materials: number[];
  ink: string;
  dx: number;
  dy: number;
}

const GROW = 0.4;

/** Flat ink wherever one of the materials is, column by column. */
function printArea({ columns, rows, materials }: LitBust, { pitch, row }: Grid, printing: Printing): string {
  const wanted = new Set(printing.materials);
  const isOn = (column: number, at: number) => at < rows && wanted.has(materials[at * columns + column] ?? 0);
  let d = '';
  for (let column = 0; column < columns; column++) {
    let start = -1;
    for (let at = 0; at <= rows; at++) {
      if (isOn(column, at)) {
        if (start < 0) start = at;
        continue;
      }
      if (start < 0) continue;
      const x = column * pitch + printing.dx - GROW;
      const across = (pitch + GROW * 2).toFixed(2);
      d += `M${x.toFixed(2)} ${(start * row + printing.dy).toFixed(2)}h${across}v${((at - start) * row).toFixed(2)}h-${across}z`;
      start = -1;
    }
  }
  return `<path fill="${printing.ink}" d="${d}"/>`;
}

/** The lighter tint in rules of its own, between the black ones. */
function printHighlights(
  { columns, rows, tones, materials }: LitBust,
  { pitch, row }: Grid,
  features: Features,
) {
  const { tone, ink } = features.skin;
  const from = tone * 0.56;
  let d = '';
  for (let column = 0; column < columns; column++)
    for (let at = 0; at < rows; at++) {
      const index = at * columns + column;
      const material = materials[index];
      const light = tones[index] ?? 0;
      if ((material !== MATERIAL.skin && material !== MATERIAL.lip) || light <= from) continue;
      const across = pitch * clamp((light - from) / (tone * 0.52)) ** 0.9;
      if (across <= 0.3) continue;
      const x = ((column + 1) * pitch - across / 2).toFixed(2);
      d += `M${x} ${(at * row - 0.2).toFixed(2)}h${across.toFixed(2)}v${(row + 0.4).toFixed(2)}h-${across.toFixed(2)}z`;
    }
  const share = tone < 0.8 ? 0.7 : tone < 0.9 ? 0.56 : 0.46;
  return `<path fill="${tint(ink, share)}" d="${d}"/>`;
}

function printBlack({ columns, rows, tones, materials }: LitBust, { pitch, row }: Grid): string {
  const halfWidth = (column: number, at: number) => {
    const index = at * columns + column;
    const material = materials[index] ?? 0;
    if (material === MATERIAL.ground) return 0.1 * pitch * 0.5;
    const light = tones[index] ?? 0;
    const isSkin = material === MATERIAL.skin || material === MATERIAL.lip;
    const shade = clamp(1 - (isSkin ? (light * 1.16) ** 0.74 : (light * 1.08) ** 0.62));
    return shade < 0.05 ? 0 : (0.06 + shade * 0.96) * pitch * 0.5;
  };
  let d = '';
  for (let column = 0; column < columns; column++) {
    const x = (column + 0.5) * pitch;
    const right: string[] = [];
    const left: string[] = [];
    for (let at = 0; at < rows; at++) {
      const half = halfWidth(column, at);
      const y = ((at + 0.5) * row).toFixed(2);
      right.push(`${(x + half).toFixed(2)} ${y}`);
      left.push(`${(x - half).toFixed(2)} ${y}`);
    }
    d += `M${[...right, ...left.reverse()].join('L')}Z`;
  }
  return `<path fill="${inkColour('black')}" d="${d}"/>`;
}
