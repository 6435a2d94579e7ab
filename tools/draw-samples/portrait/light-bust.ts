// Lights a bust from one window on the left and measures tone and material at every point of a grid.
import { clamp } from '../numbers.ts';
import { dot, normalAt, type Surface, unit, type Vector } from '../solids.ts';
import { modelBust } from './bust.ts';
import { type Features, MATERIAL } from './features.ts';
import { noise } from './noise.ts';

export interface LitBust {
  columns: number;
  rows: number;
  /** From 0, dark, to 1, light. */
  tones: Float32Array;
  materials: Uint8Array;
}

const SUN = unit(-0.7, 0.42, 0.58);
/** A second, weak light from behind on the right. */
const RIM = unit(0.92, 0.25, -0.32);
const HALF = unit(SUN[0], SUN[1], SUN[2] + 1);

export function lightBust(features: Features, columns: number, rows: number, ratio: number): LitBust {
  const surface = modelBust(features, { isShadow: false });
  const shadows = modelBust(features, { isShadow: true });
  const { zoom = 1.78, level = -0.42 } = features;
  const tones = new Float32Array(columns * rows);
  const materials = new Uint8Array(columns * rows);
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) {
      const x = ((column + 0.5) / columns - 0.5) * 2 * zoom * ratio;
      const y = (0.5 - (row + 0.5) / rows) * 2 * zoom + level;
      const hit = march(surface, x, y);
      if (!hit) continue;
      materials[row * columns + column] = hit.material;
      tones[row * columns + column] = toneOf(features, { surface, shadows, ...hit });
    }
  return { columns, rows, tones, materials };
}

function march(surface: Surface, x: number, y: number) {
  let z = 2.3;
  for (let step = 0; step < 46; step++) {
    const [distance, material] = surface(x, y, z);
    if (distance < 0.004) return { point: [x, y, z] as const, material };
    z -= distance * 0.86;
    if (z < -1.6) return undefined;
  }
  return undefined;
}

interface Hit {
  surface: Surface;
  shadows: Surface;
  point: Vector;
  material: number;
}

function toneOf(features: Features, { surface, shadows, point, material }: Hit): number {
  const normal = normalAt(surface, point, 0.006);
  const sunlit = unshadowed(shadows, point, normal);
  let open = 1;
  for (const reach of [0.07, 0.2]) {
    const at = (axis: 0 | 1 | 2) => point[axis] + normal[axis] * reach;
    open -= (clamp(reach - surface(at(0), at(1), at(2))[0]) / reach) * 0.26;
  }
  const direct = Math.max(0, dot(normal, SUN));
  if (material === MATERIAL.eye) return clamp(0.72 * (0.4 + 0.6 * direct * sunlit) + 0.1);
  const isSkin = material === MATERIAL.skin;
  const isHair = material === MATERIAL.hair;
  const rim = Math.max(0, dot(normal, RIM)) ** 2.2;
  const highlight = Math.max(0, dot(normal, HALF)) ** (isHair ? 14 : 26) * sunlit;
  const shine = isSkin ? 0.2 : material === MATERIAL.metal ? 0.7 : isHair ? 0.14 : 0.04;
  const [x, y, z] = point;
  const grain = isHair ? 0.82 + 0.34 * noise(x * 22, y * 7, z * 22) : 1;
  const own = albedo(features, material) * grain;
  return clamp(
    own * (direct * sunlit * 0.98 + 0.16 + 0.1 * normal[1]) * open +
      rim * 0.26 * (isSkin ? 0.7 : 0.5) * (0.35 + own) +
      highlight * shine,
  );
}

function unshadowed(surface: Surface, point: Vector, normal: Vector): number {
  let sunlit = 1;
  let reach = 0.05;
  for (let step = 0; step < 16 && reach < 1.8; step++) {
    const at = (axis: 0 | 1 | 2) => point[axis] + normal[axis] * 0.02 + SUN[axis] * reach;
    const [distance] = surface(at(0), at(1), at(2));
    if (distance < 0.003) return 0;
    sunlit = Math.min(sunlit, (9 * distance) / reach);
    reach += Math.max(0.03, distance);
  }
  return sunlit;
}

/** How much light a material returns. */
function albedo(features: Features, material: number): number {
  const { skin, hairTone, cloth, secondCloth = cloth, headphones } = features;
  switch (material) {
    case MATERIAL.skin:
      return skin.tone;
    case MATERIAL.hair:
      return hairTone;
    case MATERIAL.cloth:
      return cloth;
    case MATERIAL.lip:
      return skin.tone * 0.72;
    case MATERIAL.secondCloth:
      return secondCloth;
    case MATERIAL.metal:
      return headphones ? 0.8 : 0.16;
    default:
      return 0.06;
  }
}
