// Three lemons, a bottle and a glass in window light.
import { clamp } from '../numbers.ts';
import { cylinder, ellipsoid, join, sphere, turn, unit } from '../solids.ts';
import type { Scene } from './scene.ts';

const TABLE = 0;
const WALL = 1;
const LEMON = 2;
const BOTTLE = 3;
const GLASS = 4;

const LEMONS = [
  { x: -0.92, z: 0.55, turned: 0.5, tilted: 0 },
  { x: 0.02, z: 1.02, turned: 2.5, tilted: 0.08 },
  { x: 1.22, z: 0.62, turned: -0.5, tilted: 0 },
];

function lemon(x: number, y: number, z: number, at: (typeof LEMONS)[number]): number {
  const [across, w] = turn(x - at.x, z - at.z, at.turned);
  const up = y - 0.34;
  const [cos, sin] = [Math.cos(at.tilted), Math.sin(at.tilted)];
  const [u, v] = [across * cos + up * sin, up * cos - across * sin];
  let distance = ellipsoid(u, v, w, [0.44, 0.335, 0.335]);
  distance = join(distance, sphere(u - 0.45, v, w, 0.07), 0.16);
  distance = join(distance, sphere(u + 0.44, v, w, 0.035), 0.1);
  return distance + 0.006 * Math.sin(u * 34) * Math.sin(v * 31) * Math.sin(w * 33);
}

function bottle(x: number, y: number, z: number): number {
  const body = cylinder(x, y - 0.72, z, 0.4, 0.7) - 0.03;
  const neck = join(body, cylinder(x, y - 1.75, z, 0.12, 0.5), 0.42);
  return Math.min(neck, cylinder(x, y - 2.16, z, 0.155, 0.07) - 0.015);
}

function glass(x: number, y: number, z: number): number {
  return Math.max(cylinder(x, y - 0.46, z, 0.36, 0.46), -cylinder(x, y - 0.56, z, 0.315, 0.46));
}

export const lemons: Scene = {
  inks: ['yellow', 'blue'],
  angles: [75, 15],
  offset: [2.6, -1.8, 0.004],
  camera: { from: [0.2, 2.15, 5.6], to: [0.1, 0.98, 0], zoom: 3.35 },
  sun: unit(-0.62, 0.66, 0.5),
  surface(x, y, z) {
    let [distance, material] = [y, TABLE];
    const nearer = (other: number, of: number) => {
      if (other < distance) [distance, material] = [other, of];
    };
    nearer(z + 1.9, WALL);
    for (const one of LEMONS) nearer(lemon(x, y, z, one), LEMON);
    nearer(bottle(x - 0.5, y, z + 0.35), BOTTLE);
    nearer(glass(x + 0.72, y, z + 0.5), GLASS);
    return [distance, material];
  },
  window(x, y, z) {
    const reach = (2.6 - z) / 0.5;
    const across = x - 0.62 * reach;
    const up = y + 0.66 * reach;
    const isInside = across > -7.3 && across < -0.7 && up > 1.3 && up < 7.9;
    const isBar = Math.abs(across + 4.55) <= 0.14 || Math.abs(up - 5.9) <= 0.12;
    return isInside && !isBar ? 1 : 0.2;
  },
  plates({ material, light, normal, highlight }) {
    const shade = 1 - light;
    switch (material) {
      case LEMON:
        return [1 - highlight * 0.9, clamp(shade * 1.02 - 0.3)];
      case BOTTLE:
        return [clamp(0.94 - highlight * 1.2), clamp(0.5 + shade * 0.52 - highlight)];
      case GLASS: {
        const edge = Math.abs(normal[0]) > 0.86 ? 0.3 : 0;
        return [clamp(0.1 + shade * 0.1), clamp(0.2 + shade * 0.45 - highlight + edge)];
      }
      case WALL:
        return [clamp(0.5 * light * light), clamp(0.06 + shade * 0.86)];
      default:
        return [clamp(light * 0.1), clamp(shade * 0.8)];
    }
  },
};
