import { describe, expect, it } from 'vitest';
import { tone } from '../testing/sounds.ts';
import { type MixOptions, mixSound } from './mix-sound.ts';

const RATE = 44_100;
const SECONDS = 8;

function levels(samples: Float32Array, windowS = 0.1): number[] {
  const size = Math.round(RATE * windowS);
  return Array.from({ length: Math.floor(samples.length / size) }, (_, i) => {
    const part = samples.subarray(i * size, (i + 1) * size);
    return Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / size);
  });
}

function mix(outgoing: Float32Array, incoming: Float32Array, rest: Partial<MixOptions>): number[] {
  const options: MixOptions = {
    style: 'crossfade',
    sampleRate: RATE,
    startsAt: 2 * RATE,
    goneAt: 6 * RATE,
    entersAt: 2 * RATE,
    ...rest,
  };
  return levels(mixSound([outgoing], [incoming], options)[0] as Float32Array);
}

const a = tone(SECONDS, { hz: 440, level: 0.4 });
const b = tone(SECONDS, { hz: 1000, level: 0.4 });
const LEVEL = 0.4 / Math.SQRT2;

describe('mixing', () => {
  it('[RADIO-30] a crossfade of two sounds is as loud as each of them all along', () => {
    for (const level of mix(a, b, {})) expect(level / LEVEL).toBeCloseTo(1, 1);
  });

  it('[RADIO-30] a track that fades by itself is not faded twice', () => {
    const fading = a.map((sample, i) => sample * 10 ** (-Math.max(0, i / RATE - 2) / 2));
    const during = mix(fading, b, {}).slice(20, 60);
    expect(Math.min(...during) / LEVEL).toBeGreaterThan(0.7);
    expect(Math.max(...during) / LEVEL).toBeLessThan(1.3);
  });

  it('[RADIO-30] a segue fades neither: the next one is there at once, the first rings out beneath', () => {
    const ringing = a.map((sample, i) => (i < 2 * RATE ? sample : sample * 0.1));
    const mixed = mix(ringing, b, { style: 'segue', goneAt: 4 * RATE });
    for (const level of mixed) expect(level / LEVEL).toBeCloseTo(1, 1);
  });

  it('[RADIO-30] a cue-out set in the middle of the sound ends it there', () => {
    const mixed = mix(a, new Float32Array(SECONDS * RATE), { style: 'segue', goneAt: 4 * RATE });
    expect(mixed[19]).toBeCloseTo(LEVEL, 2);
    expect(Math.max(...mixed.slice(22))).toBe(0);
  });

  it('[RADIO-30] a gap is silent between both', () => {
    const ended = a.map((sample, i) => (i < 2 * RATE ? sample : 0));
    const mixed = mix(ended, b, { style: 'gap', goneAt: 3 * RATE, entersAt: 5 * RATE });
    expect(Math.max(...mixed.slice(20, 50))).toBe(0);
    expect(mixed[51]).toBeCloseTo(LEVEL, 2);
  });
});
