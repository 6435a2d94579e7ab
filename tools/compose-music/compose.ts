// Plays a demo track: its chords once round, each layer for itself, then layers that come and go until the end. Rendering
// every minute of it anew takes four times as long.
import { seededChance } from '#radio/schedule/seeded-chance.ts';
import {
  addRoom,
  bell,
  type Canvas,
  newCanvas,
  pad,
  pluck,
  RATE,
  softEnds,
  thump,
  waves,
} from './instruments.ts';
import type { Score } from './scores.ts';

type Layer = 'pad' | 'pluck' | 'bell' | 'drum';
type Stems = Record<Layer, Canvas>;

const ROUNDS = 4;
/** The longest note: it sounds on into the next round. */
const TAIL_S = 7;

export function compose(track: Score): Canvas {
  const chance = seededChance(track.seed);
  const canvas = newCanvas(track.lengthS);
  const barS = 240 / track.bpm;
  const bars = track.chords.length * ROUNDS;
  if (track.lengthS < bars * barS + TAIL_S) {
    const stems = play(track, { bars: Math.ceil(track.lengthS / barS), seconds: track.lengthS, chance });
    for (const stem of Object.values(stems)) mix(canvas, stem, () => 1);
  } else {
    const stems = play(track, { bars, seconds: bars * barS + TAIL_S, chance });
    const loopSamples = Math.round(bars * barS * RATE);
    for (const [layer, stem] of Object.entries(stems))
      mix(canvas, fold(stem, loopSamples), (share) => presence(layer as Layer, share));
  }
  if (track.layers.water) waves(canvas, 0.5 * track.layers.water, 9, chance);
  addRoom(canvas, 0.16);
  softEnds(canvas, track.kind === 'jingle' ? 0.02 : 0.6, track.kind === 'jingle' ? 0.8 : 2.5);
  return canvas;
}

function play(
  track: Score,
  { bars, seconds, chance }: { bars: number; seconds: number; chance: () => number },
): Stems {
  const stems: Stems = {
    pad: newCanvas(seconds),
    pluck: newCanvas(seconds),
    bell: newCanvas(seconds),
    drum: newCanvas(seconds),
  };
  const beatS = 60 / track.bpm;
  for (let bar = 0; bar < bars; bar++) {
    const atS = bar * beatS * 4;
    const chord = track.chords[bar % track.chords.length] as number[];
    if (track.layers.pad) playChord(stems.pad, track, { chord, atS, level: track.layers.pad });
    for (let half = 0; half < 8; half++) {
      const stepS = atS + (half * beatS) / 2;
      if (stepS > seconds - 0.6) continue;
      playStep(stems, track, { chord, stepS, half, chance });
    }
  }
  return stems;
}

function playChord(
  canvas: Canvas,
  track: Score,
  { chord, atS, level }: { chord: number[]; atS: number; level: number },
): void {
  const barS = 240 / track.bpm;
  for (const [voice, place] of chord.entries())
    pad(canvas, {
      atS,
      lengthS: barS * 1.3,
      hz: hzOf(track, place),
      level: 0.11 * level,
      pan: voice * 0.5 - 0.5,
    });
  pad(canvas, {
    atS,
    lengthS: barS * 1.2,
    hz: hzOf(track, chord[0] as number) / 2,
    level: 0.14 * level,
    pan: 0,
  });
}

function playStep(
  stems: Stems,
  track: Score,
  { chord, stepS, half, chance }: { chord: number[]; stepS: number; half: number; chance: () => number },
): void {
  const { layers } = track;
  const place = chord[Math.floor(chance() * chord.length)] as number;
  const pan = chance() * 1.2 - 0.6;
  if (layers.pluck && chance() < 0.56)
    pluck(
      stems.pluck,
      {
        atS: stepS,
        lengthS: (60 / track.bpm) * 3,
        hz: hzOf(track, place) * (chance() < 0.3 ? 4 : 2),
        level: 0.24 * layers.pluck,
        pan,
      },
      chance,
    );
  if (layers.bell && chance() < 0.22)
    bell(stems.bell, {
      atS: stepS,
      lengthS: 2.4,
      hz: hzOf(track, place) * 4,
      level: 0.09 * layers.bell,
      pan: -pan,
    });
  if (layers.drum && (half % 4 === 0 || (half === 3 && chance() < 0.5)))
    thump(stems.drum, { atS: stepS, hz: 52, level: 0.27 * layers.drum * (half === 0 ? 1 : 0.75) });
}

/** What sounds beyond the end of the loop is heard at its beginning, so that it has no seam. */
function fold({ left, right }: Canvas, loopSamples: number): Canvas {
  for (const channel of [left, right])
    for (let i = loopSamples; i < channel.length; i++)
      (channel[i - loopSamples] as number) += channel[i] as number;
  return { left: left.subarray(0, loopSamples), right: right.subarray(0, loopSamples) };
}

const BLOCK_SAMPLES = 2048;

function mix(canvas: Canvas, stem: Canvas, gainAt: (share: number) => number): void {
  const total = canvas.left.length;
  const loop = stem.left.length;
  let gain = gainAt(0);
  for (let at = 0; at < total; at += BLOCK_SAMPLES) {
    const end = Math.min(total, at + BLOCK_SAMPLES);
    const step = (gainAt(end / total) - gain) / (end - at);
    if (gain === 0 && step === 0) continue;
    for (let i = at; i < end; i++) {
      gain += step;
      (canvas.left[i] as number) += gain * (stem.left[i % loop] as number);
      (canvas.right[i] as number) += gain * (stem.right[i % loop] as number);
    }
  }
}

// How strong a layer is at which share of the track.
const PRESENCE: Record<Layer, [share: number, gain: number][]> = {
  pad: [[0, 1]],
  pluck: [
    [0, 0.5],
    [0.1, 1],
    [0.46, 1],
    [0.54, 0.3],
    [0.64, 1],
    [0.9, 0.8],
    [1, 0.3],
  ],
  bell: [
    [0, 0.25],
    [0.2, 0.3],
    [0.28, 1],
    [1, 0.7],
  ],
  drum: [
    [0.06, 0],
    [0.1, 1],
    [0.44, 1],
    [0.5, 0.15],
    [0.58, 1],
    [0.88, 1],
    [0.94, 0],
  ],
};

function presence(layer: Layer, share: number): number {
  const points = PRESENCE[layer];
  const after = points.findIndex(([at]) => at >= share);
  if (after === -1) return points.at(-1)?.[1] ?? 1;
  const [toShare, toGain] = points[after] as [number, number];
  const [fromShare, fromGain] = points[after - 1] ?? [0, toGain];
  return toShare === fromShare
    ? toGain
    : fromGain + ((toGain - fromGain) * (share - fromShare)) / (toShare - fromShare);
}

function hzOf({ rootHz, scale }: Score, place: number): number {
  const octave = Math.floor(place / scale.length);
  return rootHz * 2 ** (octave + (scale[place % scale.length] as number) / 12);
}
