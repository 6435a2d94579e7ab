// What the sample station plays, as rules for compose.ts. Free of licences.

export interface Score {
  kind: 'music' | 'jingle';
  lengthS: number;
  seed: number;
  /** Frequency of the home note. */
  rootHz: number;
  /** Steps of the scale in semitones. */
  scale: number[];
  /** Chords as places in the scale, one after the other. */
  chords: number[][];
  bpm: number;
  /** Strength of each layer, 0 to 1. */
  layers: { pad?: number; pluck?: number; bell?: number; drum?: number; water?: number };
}

const MINOR = [0, 2, 3, 5, 7, 8, 10];
const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const DORIAN = [0, 2, 3, 5, 7, 9, 10];
const FIVE = [0, 2, 4, 7, 9];
const turn = [
  [0, 2, 4],
  [5, 0, 2],
  [3, 5, 0],
  [4, 6, 1],
];
const drift = [
  [0, 2, 4, 6],
  [3, 5, 0, 2],
  [5, 0, 2, 4],
  [1, 3, 5, 0],
];
const stay = [
  [0, 2, 4],
  [0, 3, 5],
];

export const scores: Record<string, Score> = {
  'ident-canal': {
    kind: 'jingle',
    lengthS: 5,
    seed: 3,
    rootHz: 293.66,
    scale: FIVE,
    chords: [[0, 2, 4]],
    bpm: 120,
    layers: { bell: 1, pad: 0.4 },
  },
  'green-lamp': {
    kind: 'music',
    lengthS: 128,
    seed: 11,
    rootHz: 146.83,
    scale: MAJOR,
    chords: turn,
    bpm: 84,
    layers: { pad: 0.7, pluck: 0.8, bell: 0.3 },
  },
  'low-tide-early': {
    kind: 'music',
    lengthS: 154,
    seed: 23,
    rootHz: 110,
    scale: DORIAN,
    chords: drift,
    bpm: 60,
    layers: { pad: 0.9, bell: 0.45, water: 0.7 },
  },
  'kitchen-wave': {
    kind: 'music',
    lengthS: 141,
    seed: 37,
    rootHz: 130.81,
    scale: MINOR,
    chords: turn,
    bpm: 112,
    layers: { pluck: 0.8, drum: 0.9, pad: 0.45 },
  },
  'lock-gate': {
    kind: 'music',
    lengthS: 168,
    seed: 41,
    rootHz: 98,
    scale: MINOR,
    chords: stay,
    bpm: 54,
    layers: { pad: 1, bell: 0.6, water: 0.35 },
  },
  'two-inks': {
    kind: 'music',
    lengthS: 136,
    seed: 59,
    rootHz: 123.47,
    scale: DORIAN,
    chords: drift,
    bpm: 100,
    layers: { pluck: 0.7, drum: 0.7, bell: 0.35 },
  },
  'letters-to-nobody': {
    kind: 'music',
    lengthS: 147,
    seed: 67,
    rootHz: 164.81,
    scale: FIVE,
    chords: [
      [0, 2, 4],
      [1, 3, 0],
      [3, 0, 2],
    ],
    bpm: 72,
    layers: { pluck: 0.9, pad: 0.6 },
  },
  'night-loop-four': {
    kind: 'music',
    lengthS: 182,
    seed: 73,
    rootHz: 87.31,
    scale: MINOR,
    chords: stay,
    bpm: 66,
    layers: { pad: 0.9, drum: 0.5, bell: 0.5, water: 0.3 },
  },
  'eleven-chairs': {
    kind: 'music',
    lengthS: 131,
    seed: 89,
    rootHz: 196,
    scale: MAJOR,
    chords: drift,
    bpm: 92,
    layers: { pluck: 0.9, bell: 0.5, pad: 0.35 },
  },
  'ident-ears': {
    kind: 'jingle',
    lengthS: 4,
    seed: 97,
    rootHz: 220,
    scale: FIVE,
    chords: [[0, 2, 4]],
    bpm: 140,
    layers: { pluck: 1, bell: 0.6 },
  },
  'recording-slipway': {
    kind: 'music',
    lengthS: 96,
    seed: 131,
    rootHz: 92.5,
    scale: DORIAN,
    chords: stay,
    bpm: 50,
    layers: { pad: 0.7, bell: 0.9, water: 1 },
  },
  'recording-staples': {
    kind: 'music',
    lengthS: 78,
    seed: 149,
    rootHz: 138.59,
    scale: FIVE,
    chords: turn,
    bpm: 118,
    layers: { drum: 0.9, pluck: 0.6, bell: 0.2 },
  },
  'recording-onion': {
    kind: 'music',
    lengthS: 88,
    seed: 167,
    rootHz: 103.83,
    scale: MAJOR,
    chords: drift,
    bpm: 64,
    layers: { pad: 0.5, pluck: 0.9, water: 0.5 },
  },
  interval: {
    kind: 'jingle',
    lengthS: 8,
    seed: 5,
    rootHz: 220,
    scale: FIVE,
    chords: [
      [0, 2, 4],
      [1, 3, 0],
    ],
    bpm: 60,
    // The water sound never stops, so the loop has no silence.
    layers: { bell: 0.8, pad: 0.8, water: 0.6 },
  },
};
