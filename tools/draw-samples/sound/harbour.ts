// Hydrophones under ice: an engine far off, cracks whose high notes arrive first, a bell buoy, a hull that leans.
import { mix, type Random, smooth, TAU } from '../numbers.ts';
import { addSound, SAMPLE_RATE } from './piece.ts';

const BELL = [
  [1, 1, 2.8],
  [2.01, 0.6, 2.1],
  [2.77, 0.5, 1.5],
  [4.1, 0.32, 1],
  [5.43, 0.25, 0.7],
  [7.2, 0.12, 0.4],
] as const;

export function playHarbour(samples: Float32Array, random: Random): void {
  addEngine(samples, random);
  for (const [startS, loudness] of [
    [2.6, 0.16],
    [9.9, 0.11],
    [17.4, 0.17],
  ] as const)
    addBell(samples, startS, loudness);
  addCracks(samples, random);
  addClicks(samples, random);
  addHull(samples, { startS: 7.2, durationS: 4.6, fromHz: 150, toHz: 290 });
  addHull(samples, { startS: 14.6, durationS: 4.2, fromHz: 320, toHz: 170 });
}

function addEngine(samples: Float32Array, random: Random): void {
  let phase = 0;
  let rumble = 0;
  let hiss = 0;
  for (let at = 0; at < samples.length; at++) {
    const t = at / SAMPLE_RATE;
    phase += (41 + 1.6 * Math.sin(t * 0.5) + 0.7 * Math.sin(t * 1.7)) / SAMPLE_RATE;
    const swell = 0.55 + 0.3 * Math.sin(t * 0.38 + 0.4) + 0.15 * Math.sin(t * 2.2);
    let engine = 0;
    for (let k = 1; k <= 18; k++)
      engine +=
        Math.sin(TAU * phase * k + k * k) *
        k ** -0.72 *
        (0.6 + 0.4 * Math.sin(t * (0.23 + k * 0.05) + k * 2.1));
    const white = random() * 2 - 1;
    rumble += (white - rumble) * 0.02;
    hiss += (white - hiss) * 0.35;
    samples[at] = engine * 0.085 * swell + rumble * 0.5 * (0.6 + 0.4 * Math.sin(t * 0.9)) + hiss * 0.004;
  }
}

function addBell(samples: Float32Array, startS: number, loudness: number): void {
  BELL.forEach(([multiple, share, decayS], index) => {
    addSound(
      samples,
      startS,
      decayS * 2,
      (t) =>
        loudness *
        share *
        Math.sin(TAU * 523 * multiple * t + index) *
        Math.exp(-t / decayS) *
        Math.min(1, t * 200),
    );
  });
}

function addCracks(samples: Float32Array, random: Random): void {
  const cracks: (readonly [startS: number, size: number])[] = [];
  for (let count = 0; count < 15; count++) cracks.push([0.8 + random() * 22.4, 0.25 + random() * 0.75]);
  cracks.push([6.1, 1.5], [13.3, 1.7], [13.62, 0.9], [20.6, 1.3]);
  for (const [startS, size] of cracks)
    for (let echo = 0; echo < 4; echo++) {
      const high = 7400 - echo * 900;
      const low = 240 + 130 * echo;
      const fallS = 0.055 + 0.035 * echo + 0.05 * size;
      let phase = 0;
      addSound(samples, startS + echo * (0.13 + 0.06 * size), 0.9, (t) => {
        phase += (low + (high - low) * Math.exp(-t / fallS)) / SAMPLE_RATE;
        return size * 0.34 * 0.55 ** echo * Math.sin(TAU * phase) * Math.exp(-t / 0.2) * Math.min(1, t * 900);
      });
    }
}

function addClicks(samples: Float32Array, random: Random): void {
  for (let count = 0; count < 70; count++) {
    const loudness = random() ** 3 * 0.5;
    addSound(samples, random() * 24, 0.012, (t) => loudness * (random() * 2 - 1) * Math.exp(-t / 0.003));
  }
}

interface Lean {
  startS: number;
  durationS: number;
  fromHz: number;
  toHz: number;
}

function addHull(samples: Float32Array, { startS, durationS, fromHz, toHz }: Lean): void {
  let phase = 0;
  addSound(samples, startS, durationS, (t) => {
    const share = t / durationS;
    const pitch = mix(fromHz, toHz, smooth(0, 1, share)) + 14 * Math.sin(share * 17) + 5 * Math.sin(t * 31);
    phase += pitch / SAMPLE_RATE;
    let groan = 0;
    for (let k = 1; k < 9; k++) groan += Math.sin(TAU * phase * k) / k ** 0.9;
    return 0.13 * groan * Math.sin(Math.PI * share) ** 1.4;
  });
}
