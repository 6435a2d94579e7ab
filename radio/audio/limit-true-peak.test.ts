import { describe, expect, it } from 'vitest';
import { tone } from '../testing/sounds.ts';
import { limitTruePeak } from './limit-true-peak.ts';
import { createLimiter } from './limiter.ts';
import { truePeakOf } from './true-peak.ts';

const RATE = 44_100;
const CEILING = 10 ** (-1 / 20);

/** The same noise in every run. */
function noise(seconds: number, level: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: Math.round(seconds * RATE) }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return level * (state / 2 ** 31 - 1);
  });
}

describe('true peak', () => {
  it('[RADIO-31] is found between the samples', () => {
    // A quarter of the sampling rate, met 45 degrees beside its peaks: samples of 0.707, a wave of 1.
    const between = Float32Array.from({ length: 4000 }, (_, i) => Math.sin((Math.PI / 2) * i + Math.PI / 4));
    expect(Math.max(...between)).toBeCloseTo(Math.SQRT1_2, 2);
    expect(truePeakOf([between])).toBeGreaterThan(0.97);
    expect(truePeakOf([between])).toBeLessThan(1.05);
  });
});

describe('the limiter', () => {
  it.each([
    ['two full tones', tone(1, { hz: 997, level: 0.95 }).map((x, i) => x + 0.95 * Math.sin(i * 0.7))],
    ['noise far above it', noise(1, 3)],
    ['a single spike', tone(1, { level: 0.1 }).map((x, i) => (i === 20_000 ? 2 : x))],
    [
      'peaks between the samples',
      tone(1, { hz: 11_025, level: 1.2 }).map((_, i) => 1.2 * Math.sin((Math.PI / 2) * i + 0.8)),
    ],
  ])('[RADIO-31] never lets %s pass -1 dB of true peak', (_what, samples) => {
    const channels = [samples.slice(), samples.map((x) => -x / 2)];
    limitTruePeak(channels, { sampleRate: RATE });
    expect(truePeakOf(channels)).toBeLessThanOrEqual(CEILING);
    // Both sides alike, so that nothing moves from one to the other.
    expect(channels[1]?.[10_000]).toBeCloseTo(-(channels[0]?.[10_000] ?? 0) / 2, 5);
  });

  it('[RADIO-31] leaves sound below the ceiling untouched, and everything outside its range', () => {
    const quiet = tone(0.5, { level: 0.5 });
    const same = quiet.slice();
    limitTruePeak([same], { sampleRate: RATE });
    expect(same).toEqual(quiet);

    const loud = tone(1, { level: 1.2 });
    const limited = loud.slice();
    limitTruePeak([limited], { sampleRate: RATE, from: 15_000, to: 25_000, settleSamples: 2000 });
    expect(truePeakOf([limited.subarray(15_000, 25_000)])).toBeLessThan(1);
    expect(limited.slice(0, 14_700)).toEqual(loud.slice(0, 14_700));
    expect(limited.slice(27_001)).toEqual(loud.slice(27_001));
  });

  it('[RADIO-31] does the same with sound that passes in parts, sample for sample in its place', () => {
    const loud = noise(1, 2);
    const limiter = createLimiter(RATE, 2);
    const parts = [0, 1, 100, 3000, 3001, 30_000, loud.length];
    const passed = parts.slice(1).map((end, i) => {
      const part = loud.subarray(parts[i], end);
      return limiter.push([part, part.map((x) => -x)])[0] as Float32Array;
    });
    passed.push(limiter.finish()[0] as Float32Array);
    const out = Float32Array.from(passed.flatMap((part) => [...part]));
    expect(out).toHaveLength(loud.length);
    expect(truePeakOf([out])).toBeLessThanOrEqual(CEILING);
    const quiet = tone(0.5, { level: 0.2 });
    const untouched = createLimiter(RATE, 1);
    expect([...untouched.push([quiet]), ...untouched.finish()].flatMap((part) => [...part])).toEqual([
      ...quiet,
    ]);
  });
});
