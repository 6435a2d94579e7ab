// A kettle from cold to whistle, lifted, and poured into a cup that fills.
import { mix, type Random, smooth, TAU } from '../numbers.ts';
import { addSound, SAMPLE_RATE } from './piece.ts';

/** Lets through what is near a pitch. */
function createResonance() {
  let last = 0;
  let before = 0;
  return (input: number, pitchHz: number, bandHz: number, gain = 1) => {
    const decay = Math.exp((-Math.PI * bandHz) / SAMPLE_RATE);
    const value =
      input * (1 - decay) * gain +
      2 * decay * Math.cos((TAU * pitchHz) / SAMPLE_RATE) * last -
      decay * decay * before;
    before = last;
    last = value;
    return value;
  };
}

export function playKettle(samples: Float32Array, random: Random): void {
  const water = createResonance();
  const cup = createResonance();
  let phase = 0;
  for (let at = 0; at < samples.length; at++) {
    const t = at / SAMPLE_RATE;
    const white = random() * 2 - 1;
    const heat = smooth(0, 10, t);
    const boil = water(white, mix(180, 1100, heat), mix(90, 420, heat));
    const onStove = 1 - smooth(12.6, 13, t);
    let sum = boil * 0.55 * onStove * (0.25 + heat) * (0.75 + 0.25 * Math.sin(t * (9 + 20 * heat)));
    const whistle = smooth(8.2, 10.4, t) * (1 - smooth(12.6, 13.15, t));
    phase +=
      (mix(700, 2140, smooth(8, 10.8, t)) - 900 * smooth(12.6, 13.2, t) + 26 * Math.sin(t * 38) * whistle) /
      SAMPLE_RATE;
    if (whistle > 0)
      sum +=
        whistle *
        (0.3 * Math.sin(TAU * phase) +
          0.13 * Math.sin(TAU * phase * 2) +
          0.07 * Math.sin(TAU * phase * 3) +
          0.1 * white * whistle);
    const pour = smooth(14, 14.4, t) * (1 - smooth(18.3, 18.7, t));
    if (pour > 0) {
      const full = (t - 14) / 4.6;
      const splash = random() < 0.004 ? (random() - 0.5) * 1.2 : 0;
      sum += pour * (cup(white, 340 + 900 * full ** 2.2, 60, 2) * 0.5 + white * 0.05 + splash);
    }
    samples[at] = sum * 0.6 + white * 0.002;
  }
  for (const startS of [0.5, 1.1, 13.5, 19.2]) addClink(samples, startS);
}

function addClink(samples: Float32Array, startS: number): void {
  [1, 2.3, 3.9, 6.1].forEach((multiple, index) => {
    const decayS = 0.16 / (index * 0.5 + 1);
    addSound(
      samples,
      startS,
      0.7,
      (t) => (0.2 / (index + 1)) * Math.sin(TAU * 740 * multiple * t) * Math.exp(-t / decayS),
    );
  });
}
