// Five drawings: each sends a compression wave through a simple grid of its discipline.
import type { Discipline } from '#contracts/discipline.ts';
import { type Point, polygon, stripes } from './paths.ts';
import { seedOf } from './random.ts';

type Random = () => number;
export type Drawing = (random: Random, width: number, height: number) => string;

const TAU = Math.PI * 2;
const between = (random: Random, low: number, high: number) => low + random() * (high - low);
const whole = (random: Random, below: number) => Math.floor(random() * below);

/** Vertical bars; two sources whose waves interfere. */
const sound: Drawing = (random, width, height) => {
  const count = 20 + whole(random, 14);
  const reach = Math.max(width, height);
  const sources = [0, 1].map((side) => ({
    x: width * (side ? between(random, 0.6, 1.1) : between(random, -0.1, 0.4)),
    y: height * between(random, -0.1, 1.1),
    k: TAU / (reach * between(random, 0.42, 0.72)),
    phase: random() * TAU,
  }));
  const push = (reach / count) * between(random, 1.25, 2);
  return stripes(count, 40, (index, t) => {
    const x = (index / count) * width;
    const y = t * (height + 8) - 4;
    let shift = 0;
    for (const source of sources) {
      const distance = Math.hypot(x - source.x, y - source.y);
      shift += Math.sin(distance * source.k - source.phase) * push * Math.exp(-distance / (reach * 1.5));
    }
    return [x + shift, y];
  });
};

/** One line whose ends follow two orbits, drawn at uneven intervals. */
const movement: Drawing = (random, width, height) => {
  const exposures = 130 + whole(random, 50);
  const phase = random() * TAU;
  const lag = phase + Math.PI * between(random, 0.55, 1.15);
  const ratio = [1, 2, 2, 3][whole(random, 4)] as number;
  const turn = random() < 0.5 ? -1 : 1;
  const span = ratio === 1 ? 0.9 : between(random, 0.5, 0.78);
  const hesitation = between(random, 0.09, 0.15);
  const size = Math.min(width, height);
  const hip = { x: width * between(random, 0.36, 0.48), y: height * between(random, 0.36, 0.48) };
  const hand = { x: width * between(random, 0.18, 0.46), y: height * between(random, 0.2, 0.44) };
  const centre = { x: width * between(random, 0.46, 0.54), y: height * between(random, 0.46, 0.54) };
  let d = '';
  for (let i = 0; i < exposures; i++) {
    const q = i / (exposures - 1);
    const angle = span * (q + hesitation * Math.sin(q * TAU * 2 + phase)) * TAU;
    const x0 = centre.x + Math.cos(angle + phase) * hip.x;
    const y0 = centre.y + Math.sin(angle + phase) * hip.y;
    const x1 = centre.x + Math.cos(turn * angle * ratio + lag) * hand.x;
    const y1 = centre.y + Math.sin(turn * angle * ratio + lag) * hand.y;
    const breadth = size * (0.0028 + 0.0052 * q);
    const limb: Point = [x1 - x0, y1 - y0];
    const hipPath: Point = [-Math.sin(angle + phase) * hip.x, Math.cos(angle + phase) * hip.y];
    const handAngle = turn * angle * ratio + lag;
    const handPath: Point = [-Math.sin(handAngle) * turn * hand.x, Math.cos(handAngle) * turn * hand.y];
    const [ax, ay] = endCut(limb, hipPath, breadth);
    const [bx, by] = endCut(limb, handPath, breadth * 0.2);
    d += polygon([
      [x0 + ax, y0 + ay],
      [x1 + bx, y1 + by],
      [x1 - bx, y1 - by],
      [x0 - ax, y0 - ay],
    ]);
  }
  return d;
};

/** An end that is more slanted than this would be a spike. */
const MAX_SLANT = 2.5;
/** A limb is short below so many times its breadth. */
const SHORT = 40;

/** Half the end of a limb, cut along the path that the end moves on: ends that crowd form a smooth edge, not a saw. */
function endCut(limb: Point, path: Point, breadth: number): Point {
  const length = Math.hypot(...limb) || 1;
  const [ux, uy] = [limb[0] / length, limb[1] / length];
  const speed = Math.hypot(...path) || 1;
  const across = (ux * path[1] - uy * path[0]) / speed;
  const along = (ux * path[0] + uy * path[1]) / speed;
  // Across the limb always by its breadth; along it as far as the path goes meanwhile.
  const full = Math.abs(across) < 1 / MAX_SLANT ? Math.sign(along * across) * MAX_SLANT : along / across;
  // A limb as short as it is broad turns on the spot: there its ends stay straight.
  const slant = full * Math.min(1, length / (breadth * SHORT));
  return [(-uy + ux * slant) * breadth, (ux + uy * slant) * breadth];
}

/** Horizontal scan lines refracted by an invisible lens. */
const image: Drawing = (random, width, height) => {
  const count = 24 + whole(random, 12);
  const size = Math.min(width, height);
  const single = random() < 0.5;
  const lenses = (single ? [0] : [0, 1]).map((side) => ({
    x:
      width *
      (single ? between(random, 0.4, 0.65) : side ? between(random, 0.62, 0.76) : between(random, 0.28, 0.4)),
    y: height * between(random, 0.34, 0.68),
    radius: size * (single ? between(random, 0.38, 0.48) : between(random, 0.24, 0.34)),
    gathers: random() < 0.5,
  }));
  const tilt = between(random, -0.055, 0.055);
  return stripes(count, 76, (index, t) => {
    const x = t * (width + 16) - 8;
    let y = (index / count) * height * 1.1 - height * 0.05 + (x - width / 2) * tilt;
    for (const lens of lenses) {
      const dy = y - lens.y;
      const q = Math.hypot(x - lens.x, dy) / lens.radius;
      if (q >= 1) continue;
      const bulge = Math.sqrt(1 - q * q);
      y = lens.y + dy * (lens.gathers ? 1 - 0.65 * bulge : 1 + 0.56 * bulge);
    }
    return [x, y];
  });
};

/** A page whose lines get closer towards a horizon; every dash is a word. */
const word: Drawing = (random, width, height) => {
  const rows = 26 + whole(random, 10);
  const horizon = between(random, 0.25, 0.75);
  const squeeze = between(random, 0.144, 0.181);
  const phase = random() * TAU;
  const lean = between(random, -0.08, 0.08) * width;
  const level = (q: number) => (q - squeeze * Math.sin(TAU * (q - horizon))) * height;
  let d = '';
  for (let row = -6; row <= rows + 6; row++) {
    const top = row / rows;
    const bottom = (row + 0.52) / rows;
    const sway = lean * Math.sin(TAU * top + phase);
    const lineEnd = random() < 0.16 ? width * between(random, 0.3, 0.7) : width * 1.1;
    let x = -width * between(random, 0.02, 0.07);
    while (x < lineEnd) {
      const end = Math.min(x + width * (0.02 + random() ** 1.6 * 0.15), lineEnd);
      const near: Point[] = [];
      const far: Point[] = [];
      for (let step = 0; step <= 4; step++) {
        const px = x + ((end - x) * step) / 4;
        const wobble = 0.02 * Math.sin(TAU * (px / width) * 1.2 + phase);
        near.push([px + sway, level(top + wobble)]);
        far.push([px + sway, level(bottom + wobble)]);
      }
      d += polygon([...near, ...far.reverse()]);
      x = end + width * 0.017;
    }
  }
  return d;
};

const DRAFTS = [
  ['10', '01'],
  ['1100', '0110', '0011', '1001'],
  ['1100', '1001', '0011', '0110'],
  ['1110', '0111', '1011', '1101'],
  ['1100', '1100', '0011', '0011'],
] as const;

/** A weaving pattern, compressed in one place. */
const making: Drawing = (random, width, height) => {
  const weft = 20 + whole(random, 10);
  const warp = Math.round((weft * width) / height);
  const pull = between(random, 0.25, 0.75);
  const slack = random() * TAU;
  const draft = DRAFTS[whole(random, DRAFTS.length)] as readonly string[];
  const mirror = Math.floor(warp * between(random, 0.3, 0.7));
  const bow = height * 0.035 * between(random, -0.3, 0.7);
  const across = (q: number) => (q + 0.135 * Math.sin(TAU * (q - pull))) * width;
  const down = (q: number) => (q + 0.05 * Math.sin(TAU * q + slack)) * height;
  let d = '';
  for (let j = -4; j < weft + 4; j++) {
    const pattern = draft[((j % draft.length) + draft.length) % draft.length] as string;
    for (let i = -Math.ceil(warp / 3); i < warp * 1.34; i++) {
      const thread = i > mirror ? 2 * mirror - i : i;
      if (pattern[((thread % pattern.length) + pattern.length) % pattern.length] !== '1') continue;
      const x0 = across(i / warp);
      const x1 = across((i + 1) / warp);
      if (x1 < 0 || x0 > width) continue;
      const lift0 = bow * Math.sin((Math.PI * i) / warp);
      const lift1 = bow * Math.sin((Math.PI * (i + 1)) / warp);
      const y0 = down(j / weft);
      const y1 = down((j + 1) / weft);
      d += polygon([
        [x0, y0 + lift0],
        [x1, y0 + lift1],
        [x1, y1 + lift1],
        [x0, y1 + lift0],
      ]);
    }
  }
  return d;
};

export const drawings: Record<string, Drawing> = { sound, movement, image, word, making };

/** The drawing of a discipline; other disciplines always get the same one of the five. */
export function drawingOf(discipline: Discipline): Drawing {
  const own = Object.hasOwn(drawings, discipline) ? drawings[discipline] : undefined;
  const all = Object.values(drawings);
  return own ?? all[seedOf(discipline) % all.length] ?? making;
}
