// Head, neck and shoulders, dressed and posed.
import { capsule, ellipsoid, join, meet, type Surface, type Vector } from '../solids.ts';
import { type Features, MATERIAL } from './features.ts';
import { modelHead } from './head.ts';

/** The head turns around this level, where the neck begins. */
const PIVOT = -1;
/** Around the head: beyond it its parts need not be asked. */
const REACH = 1.75;

export function modelBust(features: Features, { isShadow }: { isShadow: boolean }): Surface {
  const { pose, neck: neckSize = 1, shoulders = 1, bodyTurn = pose[0] * 0.4 } = features;
  const head = modelHead(features, isShadow);
  return (x, y, z) => {
    const neck = capsule(
      [x, y, z],
      [pose[2] * 0.3, -0.6, -0.18],
      [0, -1.75, -0.32],
      [0.37 * neckSize, 0.42 * neckSize],
    );
    const [bx, by, bz] = turned([x, y + 1.3, z], bodyTurn, 0, 0);
    const body: Vector = [bx, by - 1.3, bz];
    const shoulder = capsule(
      [Math.abs(body[0]), body[1], body[2]],
      [0.2, -1.92, -0.34],
      [1.22 * shoulders, -2.16, -0.36],
      [0.4, 0.44],
    );
    const chest = ellipsoid(body[0], body[1] + 3, body[2] + 0.2, [1.3 * shoulders, 1.3, 0.72]);
    const torso = join(shoulder, chest, 0.3);
    let [distance, material] = dress(features, { point: [x, y, z], body, torso, neck });
    const far = Math.hypot(x, y - 0.2, z) - REACH;
    if (far > 0.3) return [Math.min(far, distance), material];
    const at = turned([x, y - PIVOT, z], ...pose);
    const [headDistance, headMaterial] = head(at[0], at[1] + PIVOT, at[2]);
    const isSeam = headMaterial === MATERIAL.skin && material === MATERIAL.skin;
    if (isSeam) distance = join(distance, headDistance, 0.12);
    else if (headDistance < distance) [distance, material] = [headDistance, headMaterial];
    return [distance, material];
  };
}

interface Dressed {
  point: Vector;
  body: Vector;
  torso: number;
  neck: number;
}

function dress(features: Features, parts: Dressed): [distance: number, material: number] {
  const { point, body, torso, neck } = parts;
  const [bx, by, bz] = body;
  const bare = join(neck, torso, 0.16);
  const side = Math.abs(bx);
  const collar = Math.hypot(bx, (by + 1.62) * 1.4, bz + 0.1);
  const cloth = (solid: number, margin: number): [number, number] =>
    solid < bare + margin ? [Math.min(bare, solid), MATERIAL.cloth] : [bare, MATERIAL.skin];
  switch (features.top) {
    case 'crew': {
      const [distance, material] = cloth(meet(torso - 0.05, 0.56 - collar, 0.04), 0.02);
      const isHem = material === MATERIAL.cloth && Math.abs(collar - 0.58) < 0.035;
      return [distance, isHem ? MATERIAL.secondCloth : material];
    }
    case 'roll': {
      const roll = capsule(point, [0, -1.22, -0.24], [0, -1.75, -0.32], [0.47, 0.5]);
      return cloth(join(torso - 0.05, roll, 0.12), 0);
    }
    case 'shirt': {
      const opening = ellipsoid(bx, by + 1.55, bz - 0.42, [0.2 + Math.max(0, by + 2.1) * 0.2, 0.75, 0.6]);
      let [distance, material] = cloth(meet(torso - 0.06, -opening, 0.03), 0.01);
      const fold = capsule([side, by, bz], [0.42, -1.5, -0.2], [0.16, -1.96, 0.3], [0.09, 0.07]);
      if (fold < distance) [distance, material] = [fold, MATERIAL.cloth];
      const isButtonBand = material === MATERIAL.cloth && side < 0.035 && by < -1.95;
      return [distance, isButtonBand ? MATERIAL.secondCloth : material];
    }
    case 'apron': {
      let [distance, material] = cloth(meet(torso - 0.05, 0.6 - collar, 0.04), 0.02);
      if (torso < neck + 0.05) material = MATERIAL.cloth;
      const isBib = side < 0.6 && by < -2.2;
      const isStrap = Math.abs(side - 0.5 + (by + 2.2) * 0.12) < 0.09;
      const isApron = material === MATERIAL.cloth && bz > 0 && (isBib || isStrap);
      return [distance, isApron ? MATERIAL.secondCloth : material];
    }
  }
}

function turned([x, y, z]: Vector, yaw: number, pitch: number, tilt: number): Vector {
  const [x1, y1] = spun(x, y, tilt);
  const [x2, z2] = spun(x1, -z, yaw);
  const [y3, z3] = spun(y1, -z2, pitch);
  return [x2, y3, z3];
}

function spun(a: number, b: number, angle: number): readonly [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [a * cos + b * sin, b * cos - a * sin];
}
