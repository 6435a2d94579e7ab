// Poses of a jointed body: angles in degrees for each side, and how they pass into each other.
import { mix, TAU } from '../numbers.ts';

export interface Side {
  hip: number;
  knee: number;
  ankle: number;
  shoulder: number;
  elbow: number;
}

export interface Pose {
  left: Side;
  right: Side;
  lean: number;
  head: number;
  /** How far the body is above the floor, in body heights. */
  air: number;
}

/** A bell around a moment of the stride, which begins again after 1. */
function bump(phase: number, centre: number, spread: number): number {
  const distance = ((phase - centre + 1.5) % 1) - 0.5;
  return Math.exp(-(distance * distance) / (2 * spread * spread));
}

const gaits = {
  walk: (phase: number): Side => ({
    hip: 9 + 22 * Math.cos(TAU * phase),
    knee: 5 + 14 * bump(phase, 0.13, 0.06) + 58 * bump(phase, 0.72, 0.1),
    ankle: 4 * Math.sin(TAU * phase) - 16 * bump(phase, 0.62, 0.06),
    shoulder: -24 * Math.cos(TAU * phase),
    elbow: 18 + 12 * Math.sin(TAU * phase),
  }),
  run: (phase: number): Side => ({
    hip: 16 + 40 * Math.cos(TAU * phase),
    knee: 18 + 26 * bump(phase, 0.12, 0.07) + 92 * bump(phase, 0.68, 0.13),
    ankle: -22 * bump(phase, 0.45, 0.08),
    shoulder: -46 * Math.cos(TAU * phase),
    elbow: 78 + 16 * Math.sin(TAU * phase),
  }),
};

export function stride(gait: keyof typeof gaits, phase: number, lean: number): Pose {
  return {
    left: gaits[gait](phase),
    right: gaits[gait](phase + 0.5),
    lean,
    head: -lean * 0.5,
    air: 0,
  };
}

export function between(from: Pose, to: Pose, share: number): Pose {
  const side = (a: Side, b: Side): Side => ({
    hip: mix(a.hip, b.hip, share),
    knee: mix(a.knee, b.knee, share),
    ankle: mix(a.ankle, b.ankle, share),
    shoulder: mix(a.shoulder, b.shoulder, share),
    elbow: mix(a.elbow, b.elbow, share),
  });
  return {
    left: side(from.left, to.left),
    right: side(from.right, to.right),
    lean: mix(from.lean, to.lean, share),
    head: mix(from.head, to.head, share),
    air: mix(from.air, to.air, share),
  };
}

export const LEAP: Pose = {
  left: { hip: 84, knee: 8, ankle: -34, shoulder: -64, elbow: 4 },
  right: { hip: -62, knee: 16, ankle: -40, shoulder: 116, elbow: 6 },
  lean: 8,
  head: -16,
  air: 0,
};

export const FOLD: Pose = {
  left: { hip: 96, knee: 118, ankle: 20, shoulder: 34, elbow: 20 },
  right: { hip: 60, knee: 128, ankle: -10, shoulder: 58, elbow: 30 },
  lean: 52,
  head: 20,
  air: 0,
};

export const REACH: Pose = {
  left: { hip: -6, knee: 0, ankle: -18, shoulder: 172, elbow: 6 },
  right: { hip: 10, knee: 0, ankle: -18, shoulder: 160, elbow: 10 },
  lean: -8,
  head: -14,
  air: 0,
};
