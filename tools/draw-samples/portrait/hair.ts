// Hair, hats and beards.
import { capsule, ellipsoid, join, meet, sphere } from '../solids.ts';
import type { Solid } from './face.ts';
import type { Features, Hair } from './features.ts';
import { noise } from './noise.ts';

const skull: Solid = (x, y, z) => ellipsoid(x, y - 0.3, z + 0.14, [0.745, 0.8, 0.9]);

/** A cap of a thickness that ends at a hairline; behind `front` it reaches further down. */
function cap([x, y, z]: readonly [number, number, number], thick: number, hairline: number, front: number) {
  return meet(skull(x, y, z) - thick, -(y - hairline + (front - z) * 0.9), 0.06);
}

const STYLES: Record<Hair, Solid> = {
  crop: (x, y, z) => cap([x, y, z], 0.05, 0.46, 0.25) + strands(x, y, z) * 0.6,
  short(x, y, z) {
    const tuft = capsule([x, y, z], [-0.35, 0.98, 0.45], [0.4, 1.02, 0.4], [0.16, 0.13]);
    return join(cap([x, y, z], 0.11, 0.5, 0.22), tuft, 0.2) + strands(x, y, z);
  },
  afro(x, y, z) {
    const crown = ellipsoid(x, y - 0.48, z + 0.22, [1.12, 1.02, 1]);
    const face = ellipsoid(x, y + 0.2, z - 0.72, [0.7, 0.86, 0.72]);
    return meet(crown, -face, 0.12) + noise(x * 9, y * 9, z * 9) * 0.035;
  },
  bob(x, y, z) {
    const base = skull(x, y, z);
    const sides = meet(ellipsoid(x, y + 0.16, z + 0.2, [0.9, 0.8, 0.84]), -(y + 0.62), 0.05);
    const face = ellipsoid(x - 0.03, y + 0.26, z - 0.78, [0.565, 0.76, 0.66]);
    const head = meet(join(meet(base - 0.13, -(y + 0.1), 0.1), sides, 0.12), -face, 0.06);
    const fringe = meet(meet(base - 0.12, Math.abs(y - 0.52) - 0.27, 0.04), -(z - 0.2), 0.05);
    return Math.min(head, fringe) + strands(x, y, z) * 0.5;
  },
  bun(x, y, z) {
    const knot = sphere(x, y - 1.12, z + 0.72, 0.36);
    return join(cap([x, y, z], 0.06, 0.42, 0.3), knot, 0.08) + strands(x, y, z) * 0.7;
  },
  long(x, y, z) {
    const crown = meet(skull(x, y, z) - 0.11, -ellipsoid(x, y + 0.2, z - 0.78, [0.6, 0.88, 0.7]), 0.06);
    const fall = meet(
      capsule([Math.abs(x), y, z], [0.6, 0.3, -0.15], [0.74, -1.5, 0.08], [0.24, 0.2]),
      -ellipsoid(x, y + 0.3, z - 0.8, [0.54, 0.9, 0.7]),
      0.06,
    );
    return join(crown, fall, 0.16) + noise(x * 9, y * 1.4, z * 9) * 0.02;
  },
  wrap(x, y, z) {
    const edge = z > 0 ? z * -0.1 : z * 0.55;
    let cloth = meet(skull(x, y, z) - 0.1, -(y - 0.42 + edge), 0.05);
    cloth = join(cloth, ellipsoid(x - 0.05, y - 1.02, z + 0.3, [0.72, 0.42, 0.66]), 0.16);
    cloth = join(cloth, capsule([x, y, z], [-0.5, 0.62, 0.42], [0.5, 0.9, 0.34], [0.1, 0.13]), 0.07);
    return cloth + Math.sin(y * 26 + x * 9) * 0.009;
  },
  ring: (x, y, z) =>
    meet(meet(skull(x, y, z) - 0.055, y - 0.42, 0.08), z - 0.12, 0.1) + strands(x, y, z) * 0.8,
  beanie(x, y, z) {
    const knit = Math.sin(Math.atan2(x, z + 0.1) * 52) * 0.008;
    return meet(skull(x, y, z) - 0.1, -(y - 0.4), 0.03) + (y < 0.62 ? -0.035 : 0) + knit;
  },
};

function strands(x: number, y: number, z: number): number {
  return noise(x * 5, y * 5, z * 5) * 0.02;
}

export function modelHair({ hair }: Features): Solid {
  return STYLES[hair];
}

export function modelBeard({ beard }: Features): Solid | undefined {
  if (beard === undefined) return undefined;
  return (x, y, z) => {
    const point = [Math.abs(x), y, z] as const;
    const chin = ellipsoid(x, y + 0.78, z - 0.36, [0.47, 0.42 * beard, 0.42]);
    const sides = capsule(point, [0.6, -0.22, 0.06], [0.42, -0.72, 0.34], [0.07, 0.16]);
    let hairs = join(chin, sides, 0.18);
    hairs = meet(hairs, -ellipsoid(x, y + 0.56, z - 0.86, [0.2, 0.1, 0.3]), 0.08);
    hairs = join(hairs, capsule(point, [0.02, -0.475, 0.8], [0.24, -0.58, 0.66], [0.05, 0.04]), 0.05);
    return hairs + noise(x * 11, y * 7, z * 11) * 0.022;
  };
}
