// The skin of a head: skull, jaw, cheeks, sockets, nose, lips, ears. The face looks along z.
import { capsule, ellipsoid, join, meet, sphere } from '../solids.ts';
import type { Features } from './features.ts';

export type Solid = (x: number, y: number, z: number) => number;

export function modelFace(features: Features): Solid {
  const { jaw = 1, nose = 1, cheek = 1, fullness = 0, hollow = 0, smile = 0 } = features;
  return (x, y, z) => {
    const side = Math.abs(x);
    const point = [side, y, z] as const;
    let skin = ellipsoid(x, y - 0.3, z + 0.14, [0.745, 0.8, 0.9]);
    skin = join(skin, ellipsoid(x, y + 0.24, z - 0.14, [0.585 + fullness * 0.07, 0.8, 0.64]), 0.24);
    skin = join(skin, ellipsoid(x, y + 0.83, z - 0.4, [0.26 * jaw + fullness * 0.05, 0.2, 0.24]), 0.26);
    const jawline = capsule(
      point,
      [0.52 * jaw, -0.5, -0.02],
      [0.2 * jaw, -0.86, 0.4],
      [0.1 + fullness * 0.04, 0.1],
    );
    skin = join(skin, jawline, 0.2);
    skin = join(skin, sphere(side - 0.4, y + 0.17, z - 0.5, 0.15 * cheek), 0.2);
    skin = join(skin, capsule(point, [0.07, 0.13, 0.76], [0.42, 0.15, 0.56], [0.06, 0.05]), 0.14);
    skin = meet(skin, -sphere(side - 0.26, y + 0.03, z - 0.86, 0.155), 0.14);
    if (hollow > 0) skin = meet(skin, -sphere(side - 0.5, y + 0.5, z - 0.62, 0.16 * hollow), 0.2);
    const bridge = capsule([x, y, z], [0, 0.08, 0.73], [0, -0.27, 0.72 + 0.24 * nose], [0.055, 0.1]);
    skin = join(skin, bridge, 0.09);
    skin = join(skin, sphere(side - 0.105, y + 0.31, z - 0.75 - 0.04 * nose, 0.078), 0.07);
    skin = join(skin, ellipsoid(x, y + 0.58, z - 0.66, [0.26, 0.15, 0.14]), 0.14);
    skin = join(skin, capsule(point, [0, -0.535, 0.79], [0.17, -0.575, 0.7], [0.05, 0.025]), 0.035);
    skin = join(skin, capsule(point, [0, -0.645, 0.785], [0.13, -0.63, 0.72], [0.062, 0.035]), 0.035);
    const mouth = capsule(point, [0, -0.59, 0.86], [0.2, -0.585 + smile * 0.05, 0.74], [0.016, 0.012]);
    skin = meet(skin, -mouth, 0.03);
    const ear = meet(
      ellipsoid(side - 0.74, y + 0.08, z + 0.1, [0.085, 0.25, 0.16]),
      -ellipsoid(side - 0.82, y + 0.06, z + 0.06, [0.06, 0.14, 0.085]),
      0.04,
    );
    return join(skin, ear, 0.05);
  };
}

/** Whether a point of the skin belongs to the lips. */
export function isLip(x: number, y: number, z: number): boolean {
  const side = Math.abs(x);
  if (z <= 0.5 || y <= -0.75 || y >= -0.45 || side >= 0.2) return false;
  const point = [side, y, z] as const;
  const lip =
    y > -0.59
      ? capsule(point, [0, -0.54, 0.8], [0.16, -0.575, 0.72], [0.05, 0.02])
      : capsule(point, [0, -0.64, 0.79], [0.12, -0.62, 0.73], [0.058, 0.03]);
  return lip < 0.012;
}
