// Forty people who hum: they come in one by one and find the same chord without being told.
import { mix, type Random, smooth, TAU } from '../numbers.ts';
import { SAMPLE_RATE } from './piece.ts';

const CHORD_HZ = [98, 147, 196, 247, 294, 392];
const PEOPLE = 40;

export function playHum(samples: Float32Array, random: Random): void {
  for (let person = 0; person < PEOPLE; person++) {
    const goalHz = CHORD_HZ[Math.floor(random() * CHORD_HZ.length)] ?? 98;
    const fromHz = goalHz * (0.8 + random() * 0.5);
    const startS = random() * 9;
    const settledS = startS + 2 + random() * 5;
    const vibratoHz = 4 + random() * 2.4;
    const vibratoDepth = 0.004 + random() * 0.009;
    const endS = 18.4 + random() * 1.4;
    let phase = random();
    for (let at = Math.floor(startS * SAMPLE_RATE); at < samples.length; at++) {
      const t = at / SAMPLE_RATE;
      const pitch = mix(fromHz, goalHz, smooth(startS, settledS, t));
      phase += (pitch * (1 + vibratoDepth * Math.sin(TAU * vibratoHz * t + person))) / SAMPLE_RATE;
      const loudness =
        smooth(startS, startS + 1.6, t) *
        (1 - smooth(endS - 1, endS, t)) *
        (0.75 + 0.25 * Math.sin(t * 0.9 + person));
      if (loudness > 0) samples[at] = (samples[at] ?? 0) + 0.017 * loudness * voice(TAU * phase);
    }
  }
}

function voice(angle: number): number {
  return (
    Math.sin(angle) +
    0.5 * Math.sin(2 * angle) +
    0.3 * Math.sin(3 * angle) +
    0.12 * Math.sin(5 * angle) +
    0.06 * Math.sin(8 * angle)
  );
}
