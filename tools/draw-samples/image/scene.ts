// A small lit scene: what stands where, where the light falls, and how much of each ink a material takes.
import type { Ink } from '../inks.ts';
import type { Surface, Vector } from '../solids.ts';

interface Lit {
  material: number;
  /** 0 is dark, 1 is light. */
  light: number;
  normal: Vector;
  highlight: number;
}

export interface Scene {
  inks: readonly [Ink, Ink];
  /** Of the two screens, in degrees. */
  angles: readonly [number, number];
  /** How far the second plate is out of register: right, down, turned. */
  offset: readonly [number, number, number];
  camera: { from: Vector; to: Vector; zoom: number };
  sun: Vector;
  surface: Surface;
  /** How much of the sun a point gets through the window. */
  window(x: number, y: number, z: number): number;
  /** The share of both inks, 0 to 1. */
  plates(lit: Lit): readonly [number, number];
}
