// What the bodies of a movement work do while the shutter is open.
import type { Ink } from '../inks.ts';
import { smooth } from '../numbers.ts';
import { between, FOLD, LEAP, type Pose, REACH, stride } from './pose.ts';

export interface Dancer {
  ink: Ink;
  exposures: number;
  /** From right to left. */
  isMirrored?: boolean;
  /** Further away: higher on the sheet, and smaller. */
  raised?: number;
  scale?: number;
  isHeavy?: boolean;
  /** The moments that are drawn strongly, 0 to 1. */
  marks: number[];
  /** At a moment of the exposure, 0 to 1. */
  poseAt(moment: number): Pose;
}

export interface Score {
  ground: Ink;
  ticks: Ink;
  /** Of the height of the sheet. */
  bodySize: number;
  dancers: Dancer[];
}

const EVENLY = [0.1, 0.3, 0.5, 0.7, 0.9];

function flight(moment: number, middle: number, half: number, height: number): number {
  return height * Math.max(0, 1 - ((moment - middle) / half) ** 2);
}

export const SCORES = {
  // Two people cross; in the middle both leave the floor, and nobody decides it.
  'nobody-leads': {
    ground: 'black',
    ticks: 'white',
    bodySize: 0.6,
    dancers: [
      {
        ink: 'orange',
        exposures: 88,
        isMirrored: true,
        raised: 0.4,
        scale: 0.62,
        marks: EVENLY,
        poseAt(moment) {
          const jump = smooth(0.4, 0.52, moment) * (1 - smooth(0.6, 0.74, moment));
          const pose = between(stride('walk', moment * 2.6 + 0.3, 4), REACH, jump);
          return { ...pose, air: flight(moment, 0.56, 0.1, 0.1) };
        },
      },
      {
        ink: 'white',
        exposures: 74,
        marks: EVENLY,
        poseAt(moment) {
          const jump = smooth(0.36, 0.47, moment) * (1 - smooth(0.56, 0.68, moment));
          const pose = between(stride('run', moment * 1.75 + 0.1, 12), LEAP, jump);
          return { ...pose, air: flight(moment, 0.515, 0.13, 0.3) };
        },
      },
    ],
  },
  // One person goes down to the floor and comes up somewhere else.
  'fall-and-recover': {
    ground: 'orange',
    ticks: 'black',
    bodySize: 0.58,
    dancers: [
      {
        ink: 'black',
        exposures: 72,
        isHeavy: true,
        marks: [0.06, 0.26, 0.44, 0.74, 0.96],
        poseAt(moment) {
          const down = smooth(0.22, 0.42, moment) * (1 - smooth(0.5, 0.66, moment));
          const up = smooth(0.6, 0.76, moment) * (1 - smooth(0.86, 1, moment));
          const folded = between(stride('walk', moment * 1.5 + 0.05, 5), FOLD, down);
          return { ...between(folded, REACH, up), air: flight(moment, 0.76, 0.09, 0.16) };
        },
      },
    ],
  },
} satisfies Record<string, Score>;

export type MovementSlug = keyof typeof SCORES;
