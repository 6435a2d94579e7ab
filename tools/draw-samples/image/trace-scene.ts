// Traces a scene and separates it into two plates: the share of each ink at every point.
import { clamp } from '../numbers.ts';
import { dot, normalAt, unit, type Vector } from '../solids.ts';
import type { Scene } from './scene.ts';

export interface Plates {
  width: number;
  height: number;
  first: Float32Array;
  second: Float32Array;
}

const BACKGROUND = 1;

export function traceScene(scene: Scene, width: number, height: number): Plates {
  const { from, to, zoom } = scene.camera;
  const forward = unit(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const right = unit(-forward[2], 0, forward[0]);
  const up: Vector = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ];
  const shorter = Math.min(width, height);
  const first = new Float32Array(width * height);
  const second = new Float32Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const u = ((column + 0.5 - width / 2) / shorter) * 2;
      const v = (-(row + 0.5 - height / 2) / shorter) * 2;
      const along = (axis: 0 | 1 | 2) => forward[axis] * zoom + right[axis] * u + up[axis] * v;
      const shares = shade(scene, from, unit(along(0), along(1), along(2)));
      [first[row * width + column], second[row * width + column]] = shares;
    }
  return { width, height, first, second };
}

function shade(scene: Scene, from: Vector, ray: Vector): readonly [number, number] {
  const { sun, surface } = scene;
  const { point, material } = march(scene, from, ray);
  const normal = normalAt(surface, point, 0.004);
  const behind = (reach: number) =>
    surface(point[0] + normal[0] * reach, point[1] + normal[1] * reach, point[2] + normal[2] * reach)[0];
  let open = 1;
  for (const reach of [0.06, 0.16, 0.34]) open -= (clamp(reach - behind(reach)) / reach) * 0.2;
  const sunlit = unshadowed(scene, point, normal);
  const through = scene.window(...point);
  const half = unit(sun[0] - ray[0], sun[1] - ray[1], sun[2] - ray[2]);
  const highlight = Math.max(0, dot(normal, half)) ** 60 * sunlit * (through > 0.5 ? 1 : 0.3);
  const direct = 0.98 * Math.sqrt(Math.max(0, dot(normal, sun))) * sunlit * through;
  const fill = 0.34 + 0.14 * normal[1] + 0.12 * normal[0];
  return scene.plates({ material, light: clamp((direct + fill * 0.62) * open), normal, highlight });
}

function march({ surface }: Scene, from: Vector, ray: Vector) {
  const at = (reach: number): Vector => [
    from[0] + ray[0] * reach,
    from[1] + ray[1] * reach,
    from[2] + ray[2] * reach,
  ];
  let reach = 2;
  for (let step = 0; step < 90 && reach <= 24; step++) {
    const [distance, material] = surface(...at(reach));
    if (distance < 0.002) return { point: at(reach), material };
    reach += distance * 0.92;
  }
  return { point: at(reach), material: BACKGROUND };
}

/** 0 in full shadow, 1 in the sun. */
function unshadowed({ surface, sun }: Scene, point: Vector, normal: Vector): number {
  let sunlit = 1;
  let reach = 0.03;
  for (let step = 0; step < 40 && reach < 7; step++) {
    const along = (axis: 0 | 1 | 2) => point[axis] + normal[axis] * 0.01 + sun[axis] * reach;
    const [distance] = surface(along(0), along(1), along(2));
    if (distance < 0.0015) return 0;
    sunlit = Math.min(sunlit, (16 * distance) / reach);
    reach += Math.max(0.02, distance * 0.9);
  }
  return sunlit;
}
