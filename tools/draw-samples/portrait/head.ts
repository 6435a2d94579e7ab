// A whole head: face, eyes, brows, hair, and what is worn on it.
import { capsule, join, meet, type Surface, sphere } from '../solids.ts';
import { isLip, modelFace } from './face.ts';
import { type Features, MATERIAL } from './features.ts';
import { modelBeard, modelHair } from './hair.ts';

/** `isShadow`: glasses cast none. */
export function modelHead(features: Features, isShadow: boolean): Surface {
  const face = modelFace(features);
  const hair = modelHair(features);
  const beard = modelBeard(features);
  const { hair: style, lid: lidLevel = 0.01, brow = 1, browLift = 0 } = features;
  const hairMaterial = style === 'wrap' || style === 'beanie' ? MATERIAL.secondCloth : MATERIAL.hair;
  return (x, y, z) => {
    const side = Math.abs(x);
    let distance = face(x, y, z);
    let material: number = distance < 0.1 && isLip(x, y, z) ? MATERIAL.lip : MATERIAL.skin;
    const nearer = (other: number, of: number) => {
      if (other < distance) [distance, material] = [other, of];
    };
    const [ex, ey, ez] = [side - 0.262, y + 0.03, z - 0.585];
    const upper = meet(sphere(ex, ey - 0.004, ez, 0.166), -(ey - lidLevel + Math.abs(ex) * 0.12), 0.012);
    const lower = meet(sphere(ex, ey, ez, 0.16), ey + 0.052, 0.012);
    for (const lid of [upper, lower])
      if (lid < distance) [distance, material] = [join(distance, lid, 0.02), MATERIAL.skin];
    const isPupil = Math.hypot(x > 0 ? ex : -ex, ey + 0.012) < 0.066 && ez > 0;
    nearer(sphere(ex, ey, ez, 0.145), isPupil ? MATERIAL.brow : MATERIAL.eye);
    nearer(
      capsule([side, y, z], [0.1, 0.16 + browLift, 0.81], [0.45, 0.19, 0.58], [0.034 * brow, 0.02]),
      MATERIAL.brow,
    );
    nearer(hair(x, y, z), hairMaterial);
    if (beard) nearer(beard(x, y, z), MATERIAL.hair);
    if (features.glasses && !isShadow) nearer(glasses(features.glasses, x, y, z), MATERIAL.frame);
    if (features.headphones) nearer(headphones(x, y, z), MATERIAL.metal);
    if (features.earrings)
      nearer(Math.hypot(Math.hypot(side - 0.78, y + 0.46) - 0.11, z + 0.04) - 0.022, MATERIAL.metal);
    return [distance, material];
  };
}

function glasses(shape: 'round' | 'square', x: number, y: number, z: number): number {
  const side = Math.abs(x);
  const isRound = shape === 'round';
  const across = isRound
    ? Math.hypot(side - 0.28, y + 0.04)
    : Math.max(Math.abs(side - 0.28) * 0.86, Math.abs(y + 0.04) * 1.3);
  return Math.min(
    Math.hypot(across - (isRound ? 0.2 : 0.19), z - 0.86 + side * 0.18) - 0.019,
    capsule([x, y, z], [-0.09, 0, 0.86], [0.09, 0, 0.86], [0.02, 0.02]),
    capsule([side, y, z], [0.47, 0.02, 0.76], [0.76, 0.03, -0.05], [0.02, 0.02]),
  );
}

function headphones(x: number, y: number, z: number): number {
  const band = Math.max(
    Math.abs(z + 0.1) - 0.1,
    Math.abs(Math.hypot(x, y - 0.1) - 1.07) - 0.045,
    -(y - 0.05),
  );
  const pad = meet(Math.hypot(y + 0.05, z + 0.08) - 0.32, Math.abs(Math.abs(x) - 0.98) - 0.13, 0.06);
  return Math.min(band, pad);
}
