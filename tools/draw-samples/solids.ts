// Signed distances to simple solids, for scenes and heads that are traced: negative inside, positive outside.
import { clamp } from './numbers.ts';

export type Vector = readonly [x: number, y: number, z: number];

/** How far the nearest surface is from a point, and of which material it is. */
export type Surface = (x: number, y: number, z: number) => readonly [distance: number, material: number];

export function unit(x: number, y: number, z: number): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function sphere(x: number, y: number, z: number, radius: number): number {
  return Math.hypot(x, y, z) - radius;
}

export function box(x: number, y: number, z: number, [a, b, c]: Vector): number {
  const [dx, dy, dz] = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
  const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
  return outside + Math.min(Math.max(dx, dy, dz), 0);
}

export function cylinder(x: number, y: number, z: number, radius: number, halfHeight: number): number {
  const across = Math.hypot(x, z) - radius;
  const along = Math.abs(y) - halfHeight;
  return Math.min(Math.max(across, along), 0) + Math.hypot(Math.max(across, 0), Math.max(along, 0));
}

export function ellipsoid(x: number, y: number, z: number, [a, b, c]: Vector): number {
  const near = Math.hypot(x / a, y / b, z / c);
  const slope = Math.hypot(x / (a * a), y / (b * b), z / (c * c));
  return (near * (near - 1)) / (slope || 1e-6);
}

/** A line from one point to another with a radius at each end. */
export function capsule(
  [x, y, z]: Vector,
  [ax, ay, az]: Vector,
  [bx, by, bz]: Vector,
  [radiusA, radiusB]: readonly [number, number],
): number {
  const [px, py, pz] = [x - ax, y - ay, z - az];
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const along = clamp((px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz));
  const distance = Math.hypot(px - dx * along, py - dy * along, pz - dz * along);
  return distance - (radiusA + (radiusB - radiusA) * along);
}

/** The union of two solids with a soft seam. */
export function join(a: number, b: number, softness: number): number {
  const share = clamp(0.5 + (0.5 * (b - a)) / softness);
  return b + (a - b) * share - softness * share * (1 - share);
}

/** What two solids have in common, with a soft seam; with `-b` it cuts b out of a. */
export function meet(a: number, b: number, softness: number): number {
  return -join(-a, -b, softness);
}

/** Turns a point around the upright axis. */
export function turn(x: number, z: number, angle: number): readonly [x: number, z: number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos + z * sin, z * cos - x * sin];
}

export function normalAt(surface: Surface, [x, y, z]: Vector, reach: number): Vector {
  const at = (px: number, py: number, pz: number) => surface(px, py, pz)[0];
  return unit(
    at(x + reach, y, z) - at(x - reach, y, z),
    at(x, y + reach, z) - at(x, y - reach, z),
    at(x, y, z + reach) - at(x, y, z - reach),
  );
}
