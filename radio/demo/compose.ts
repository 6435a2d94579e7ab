// The demo library: short tracks of our own, written as rules and played by instruments.ts. Free of licences.
import {
  addRoom,
  bell,
  type Canvas,
  createChance,
  newCanvas,
  pad,
  pluck,
  softEnds,
  thump,
  waves,
} from './instruments.ts';

export interface DemoTrack {
  slug: string;
  title: string;
  artist: string;
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

// The shortest comes first: a new station is on air as soon as one track is ready.
export const demoTracks: DemoTrack[] = [
  {
    slug: 'ident-canal',
    title: 'onda, by the canal',
    artist: 'onda',
    kind: 'jingle',
    lengthS: 5,
    seed: 3,
    rootHz: 293.66,
    scale: FIVE,
    chords: [[0, 2, 4]],
    bpm: 120,
    layers: { bell: 1, pad: 0.4 },
  },
  {
    slug: 'green-lamp',
    title: 'The Green Lamp Is On',
    artist: 'Inês Valadão',
    kind: 'music',
    lengthS: 40,
    seed: 11,
    rootHz: 146.83,
    scale: MAJOR,
    chords: turn,
    bpm: 84,
    layers: { pad: 0.7, pluck: 0.8, bell: 0.3 },
  },
  {
    slug: 'low-tide-early',
    title: 'Low Tide, Early',
    artist: 'Teo Marchetti',
    kind: 'music',
    lengthS: 52,
    seed: 23,
    rootHz: 110,
    scale: DORIAN,
    chords: drift,
    bpm: 60,
    layers: { pad: 0.9, bell: 0.45, water: 0.7 },
  },
  {
    slug: 'kitchen-wave',
    title: 'Standing Wave in a Kitchen',
    artist: 'Amina Okafor',
    kind: 'music',
    lengthS: 48,
    seed: 37,
    rootHz: 130.81,
    scale: MINOR,
    chords: turn,
    bpm: 112,
    layers: { pluck: 0.8, drum: 0.9, pad: 0.45 },
  },
  {
    slug: 'lock-gate',
    title: 'Lock Gate, Bowed',
    artist: 'Teo Marchetti',
    kind: 'music',
    lengthS: 56,
    seed: 41,
    rootHz: 98,
    scale: MINOR,
    chords: stay,
    bpm: 54,
    layers: { pad: 1, bell: 0.6, water: 0.35 },
  },
  {
    slug: 'two-inks',
    title: 'Two Inks, One Drum',
    artist: 'Mireia Puig',
    kind: 'music',
    lengthS: 46,
    seed: 59,
    rootHz: 123.47,
    scale: DORIAN,
    chords: drift,
    bpm: 100,
    layers: { pluck: 0.7, drum: 0.7, bell: 0.35 },
  },
  {
    slug: 'letters-to-nobody',
    title: 'Letters to Nobody',
    artist: 'Jonas Lind',
    kind: 'music',
    lengthS: 50,
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
  {
    slug: 'night-loop-four',
    title: 'Night Loop, Number Four',
    artist: 'Kasimir Voss',
    kind: 'music',
    lengthS: 60,
    seed: 73,
    rootHz: 87.31,
    scale: MINOR,
    chords: stay,
    bpm: 66,
    layers: { pad: 0.9, drum: 0.5, bell: 0.5, water: 0.3 },
  },
  {
    slug: 'eleven-chairs',
    title: 'Eleven Chairs',
    artist: 'Ruth Adeyemi',
    kind: 'music',
    lengthS: 44,
    seed: 89,
    rootHz: 196,
    scale: MAJOR,
    chords: drift,
    bpm: 92,
    layers: { pluck: 0.9, bell: 0.5, pad: 0.35 },
  },
  {
    slug: 'ident-ears',
    title: 'onda, bring ears',
    artist: 'onda',
    kind: 'jingle',
    lengthS: 4,
    seed: 97,
    rootHz: 220,
    scale: FIVE,
    chords: [[0, 2, 4]],
    bpm: 140,
    layers: { pluck: 1, bell: 0.6 },
  },
];

/** The fallback when nothing else can play: a quiet interval signal. */
export const intervalSignal: DemoTrack = {
  slug: 'interval',
  title: 'onda',
  artist: '',
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
};

export function compose(track: DemoTrack): Canvas {
  const canvas = newCanvas(track.lengthS);
  const chance = createChance(track.seed);
  const beatS = 60 / track.bpm;
  const barS = beatS * 4;
  const { layers } = track;
  const bars = Math.ceil(track.lengthS / barS);
  for (let bar = 0; bar < bars; bar++) {
    const atS = bar * barS;
    const chord = track.chords[bar % track.chords.length] as number[];
    if (layers.pad) {
      for (const [voice, place] of chord.entries()) {
        pad(canvas, {
          atS,
          lengthS: barS * 1.3,
          hz: hzOf(track, place),
          level: 0.11 * layers.pad,
          pan: voice * 0.5 - 0.5,
        });
      }
      pad(canvas, {
        atS,
        lengthS: barS * 1.2,
        hz: hzOf(track, chord[0] as number) / 2,
        level: 0.14 * layers.pad,
        pan: 0,
      });
    }
    for (let half = 0; half < 8; half++) {
      const stepS = atS + (half * beatS) / 2;
      if (stepS > track.lengthS - 0.6) continue;
      const place = chord[Math.floor(chance() * chord.length)] as number;
      const pan = chance() * 1.2 - 0.6;
      // Bars get denser as the track continues and thin out before its end.
      const fullness = Math.min(1, 0.45 + bar / bars, 1.6 * (1 - bar / bars) + 0.3);
      if (layers.pluck && chance() < 0.62 * fullness)
        pluck(
          canvas,
          {
            atS: stepS,
            lengthS: beatS * 3,
            hz: hzOf(track, place) * (chance() < 0.3 ? 4 : 2),
            level: 0.24 * layers.pluck,
            pan,
          },
          chance,
        );
      if (layers.bell && chance() < 0.24 * fullness)
        bell(canvas, {
          atS: stepS,
          lengthS: 2.4,
          hz: hzOf(track, place) * 4,
          level: 0.09 * layers.bell,
          pan: -pan,
        });
      if (layers.drum && (half % 4 === 0 || (half === 3 && chance() < 0.5)))
        thump(canvas, { atS: stepS, hz: 52, level: 0.27 * layers.drum * (half === 0 ? 1 : 0.75) });
    }
  }
  if (layers.water) waves(canvas, 0.5 * layers.water, 9, chance);
  addRoom(canvas, 0.16);
  softEnds(canvas, track.kind === 'jingle' ? 0.02 : 0.6, track.kind === 'jingle' ? 0.8 : 2.5);
  return canvas;
}

function hzOf({ rootHz, scale }: DemoTrack, place: number): number {
  const octave = Math.floor(place / scale.length);
  return rootHz * 2 ** (octave + (scale[place % scale.length] as number) / 12);
}
