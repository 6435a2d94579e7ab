// What a portrait is made of, apart from what all heads share.
import type { Ink } from '../inks.ts';

export interface Features {
  skin: Skin;
  ground: Ink;
  /** Of the second cloth: a hat, an apron. */
  accent?: Ink;
  hair: Hair;
  /** From 0, black, to 1, white. */
  hairTone: number;
  /** The length of the beard; without it there is none. */
  beard?: number;
  top: 'crew' | 'roll' | 'shirt' | 'apron';
  cloth: number;
  secondCloth?: number;
  /** Of the head: turned, nodding, tilted. */
  pose: readonly [number, number, number];
  bodyTurn?: number;
  jaw?: number;
  nose?: number;
  cheek?: number;
  fullness?: number;
  hollow?: number;
  smile?: number;
  lid?: number;
  brow?: number;
  browLift?: number;
  neck?: number;
  shoulders?: number;
  glasses?: 'round' | 'square';
  headphones?: boolean;
  earrings?: boolean;
  zoom?: number;
  level?: number;
}

export type Hair = 'crop' | 'short' | 'afro' | 'bob' | 'bun' | 'long' | 'wrap' | 'ring' | 'beanie';

export interface Skin {
  ink: Ink;
  /** How much light it returns. */
  tone: number;
}

export const SKINS = {
  fair: { ink: 'skinFair', tone: 1 },
  olive: { ink: 'skinOlive', tone: 0.94 },
  tan: { ink: 'skinTan', tone: 0.86 },
  brown: { ink: 'skinBrown', tone: 0.76 },
  deep: { ink: 'skinDeep', tone: 0.62 },
} satisfies Record<string, Skin>;

/** Of surfaces; 0 is the ground behind. */
export const MATERIAL = {
  ground: 0,
  skin: 1,
  hair: 2,
  cloth: 3,
  lip: 4,
  eye: 5,
  frame: 6,
  brow: 7,
  secondCloth: 8,
  metal: 9,
} as const;
