// The pieces of the sample studio by the slug of their work.
import { type Random, randomOf } from '../numbers.ts';
import { playHarbour } from './harbour.ts';
import { playHum } from './hum.ts';
import { playKettle } from './kettle.ts';
import { normalise, type Piece, SAMPLE_RATE } from './piece.ts';

interface Score {
  durationS: number;
  contrast: number;
  play(samples: Float32Array, random: Random): void;
}

const SCORES = {
  'harbour-at-minus-six': { durationS: 24, contrast: 1.35, play: playHarbour },
  'a-kettle-in-bergen': { durationS: 20, contrast: 2.5, play: playKettle },
  'forty-people-who-hum': { durationS: 20, contrast: 1.35, play: playHum },
} satisfies Record<string, Score>;

type PieceSlug = keyof typeof SCORES;

export const PIECES = Object.keys(SCORES) as PieceSlug[];

export function makePiece(slug: PieceSlug): Piece {
  const { durationS, contrast, play } = SCORES[slug];
  const samples = new Float32Array(durationS * SAMPLE_RATE);
  play(samples, randomOf(slug));
  return { durationS, contrast, samples: normalise(samples) };
}
