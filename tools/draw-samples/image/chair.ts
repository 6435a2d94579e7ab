// A wooden chair with two books in low afternoon light.
import { clamp } from '../numbers.ts';
import { box, cylinder, turn, unit } from '../solids.ts';
import type { Scene } from './scene.ts';

const FLOOR = 0;
const WALL = 1;
const CHAIR = 2;
const BOOK = 3;
const SECOND_BOOK = 4;
const RAILS = [1.34, 1.62, 1.92];

function chair(u: number, y: number, w: number): number {
  let distance = box(u, y - 0.98, w, [0.56, 0.05, 0.52]) - 0.02;
  const add = (part: number) => {
    distance = Math.min(distance, part);
  };
  for (const side of [-1, 1]) {
    const lean = (0.95 - y) * 0.06;
    add(cylinder(u - side * 0.5 - side * lean, y - 0.48, w - 0.45 - lean, 0.045, 0.48));
    add(cylinder(u - side * 0.5, y - 1.05, w + 0.47 + Math.max(0, y - 1) * 0.16, 0.048, 1.05));
    add(box(u - side * 0.5, y - 0.42, w, [0.022, 0.026, 0.45]));
  }
  for (const height of RAILS) {
    const bow = w + 0.47 + (height - 1) * 0.16 - 0.16 * (0.25 - u * u);
    add(box(u, y - height, bow, [0.5, height > 1.8 ? 0.1 : 0.055, 0.022]) - 0.008);
  }
  add(box(u, y - 0.3, w - 0.46, [0.45, 0.024, 0.02]));
  return distance * 0.9;
}

export const chairAtFour: Scene = {
  inks: ['pink', 'teal'],
  angles: [45, 75],
  offset: [-2.4, 2.2, -0.005],
  camera: { from: [2.6, 2.5, 6.4], to: [0.42, 1.02, -0.15], zoom: 4.1 },
  sun: unit(-0.78, 0.5, 0.42),
  surface(x, y, z) {
    let [distance, material] = [y, FLOOR];
    const nearer = (other: number, of: number) => {
      if (other < distance) [distance, material] = [other, of];
    };
    nearer(z + 2.1, WALL);
    const [u, w] = turn(x + 0.25, z, -0.5);
    nearer(chair(u, y, w), CHAIR);
    const [a, b] = turn(u + 0.06, w - 0.06, 0.4);
    nearer(box(a, y - 1.1, b, [0.3, 0.05, 0.22]) - 0.01, BOOK);
    const [c, d] = turn(a, b, 0.3);
    nearer(box(c, y - 1.2, d, [0.26, 0.035, 0.19]) - 0.008, SECOND_BOOK);
    return [distance, material];
  },
  window(x, y, z) {
    const reach = (4 - z) / 0.42;
    const across = x - 0.78 * reach;
    const up = y + 0.5 * reach;
    const isInside = across > -12.6 && across < -5.2 && up > 3.7 && up < 9.1;
    const isBar = Math.abs(across + 10.1) <= 0.1 || Math.abs(up - 7.75) <= 0.08;
    return isInside && !isBar ? 1 : 0.14;
  },
  plates({ material, light }) {
    const shade = 1 - light;
    switch (material) {
      case CHAIR:
        return [1, clamp(shade * 1.1 - 0.22)];
      case BOOK:
        return [clamp(0.15 + shade * 0.2), clamp(0.86 + shade * 0.2 - (light > 0.75 ? 0.25 : 0))];
      case SECOND_BOOK:
        return [0.1, clamp(shade * 0.7)];
      case WALL:
        return [clamp(0.12 + shade * 0.62), clamp(shade * 0.9 - 0.34)];
      default:
        return [clamp(0.05 + shade * 0.5), clamp(shade * 1.02 - 0.3)];
    }
  },
};
