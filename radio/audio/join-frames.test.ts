import { beforeAll, describe, expect, it } from 'vitest';
import { decode, encode, levelsOf, music } from '../testing/sounds.ts';
import { createFrameFade } from './fade-frames.ts';
import { joinFrames, SEAM_FRAMES, seamCost } from './join-frames.ts';
import { createEntryGuard } from './splice.ts';
import { CODEC_DELAY_SAMPLES, STATION } from './station-format.ts';

const SAMPLES = STATION.samplesPerFrame;
const FIRST = 40;
let stored: Uint8Array[];
let sound: Float32Array;
/** The same sound, encoded again from frame 40 on. */
let again: Uint8Array[];

beforeAll(async () => {
  stored = await encode(music(3));
  sound = await decode(stored);
  again = await encode(sound.slice(FIRST * SAMPLES + CODEC_DELAY_SAMPLES));
});

/** How far two stretches of sound differ, in decibels below the first. */
function difference(a: Float32Array, b: Float32Array, from: number, to: number): number {
  let [error, power] = [1e-12, 1e-12];
  for (let i = from; i < to; i++) {
    error += ((a[i] as number) - (b[i] as number)) ** 2;
    power += (a[i] as number) ** 2;
  }
  return 10 * Math.log10(error / power);
}

const seamAt = (at: number) => ({
  before: stored.slice(at - SEAM_FRAMES, at),
  dropped: stored[at],
  history: again.slice(at - FIRST - SEAM_FRAMES, at - FIRST),
  first: again[at - FIRST] as Uint8Array,
});

describe('joining frames', () => {
  it('[RADIO-1] goes over into other frames of the same sound at any place, without a sample in between', async () => {
    const bytes = Buffer.concat(stored);
    let enlarged = 0;
    for (let at = FIRST + SEAM_FRAMES; at < FIRST + 20; at++) {
      const joined = joinFrames(seamAt(at)) ?? [];
      expect(joined).toHaveLength(SEAM_FRAMES);
      if (joined.some((frame, i) => frame.length !== stored[at - SEAM_FRAMES + i]?.length)) enlarged++;
      const heard = await decode([
        ...stored.slice(0, at - SEAM_FRAMES),
        ...joined,
        ...again.slice(at - FIRST),
      ]);
      expect(difference(sound, heard, 0, at * SAMPLES)).toBeLessThan(-100);
      // Only what the second encoding itself changes.
      expect(difference(sound, heard, at * SAMPLES, (at + 2) * SAMPLES)).toBeLessThan(-15);
    }
    expect(enlarged).toBeGreaterThan(0);
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
  });

  it('[RADIO-1] prefers a place where no frame has to grow', () => {
    const costs = Array.from({ length: 10 }, (_, i) => seamCost(seamAt(FIRST + SEAM_FRAMES + i)));
    expect(Math.min(...costs)).toBe(0);
  });

  it('[RADIO-1] gives up when the second stream’s bytes are not there', () => {
    expect(joinFrames({ ...seamAt(FIRST + 8), history: [] })).toBeUndefined();
    expect(joinFrames({ ...seamAt(FIRST + 8), before: [] })).toBeUndefined();
  });
});

describe('fading frames', () => {
  it('[RADIO-32] falls to silence in its time, without an error and without changing the file', async () => {
    const bytes = Buffer.concat(stored);
    const fade = createFrameFade(38);
    const faded = [...fade.pass(stored.slice(60, 80)), ...fade.pass(stored.slice(80, 110))];
    expect(faded).toHaveLength(38);
    expect(fade.framesLeft).toBe(0);
    const levels = levelsOf((await decode([...stored.slice(0, 60), ...faded])).slice(60 * SAMPLES));
    const full = levelsOf(sound.slice(50 * SAMPLES, 60 * SAMPLES))[0] as number;
    expect(levels[0]).toBeGreaterThan(full - 2);
    expect(levels.at(-1)).toBeLessThan(full - 15);
    for (const [i, level] of levels.slice(1).entries())
      expect(level).toBeLessThan((levels[i] as number) + 1.5);
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
  });
});

describe('starting in the middle', () => {
  it('[RADIO-1] mutes frames of a file without changing the file', () => {
    const file = Buffer.concat(stored);
    const views = stored.map((frame, i) => {
      const at = stored.slice(0, i).reduce((sum, one) => sum + one.length, 0);
      return file.subarray(at, at + frame.length);
    });
    const guard = createEntryGuard();
    guard.reset();
    const [first] = guard.pass(views.slice(50, 54));
    expect(first && Buffer.from(first).equals(views[50] as Buffer)).toBe(false);
    expect(file.equals(Buffer.concat(stored))).toBe(true);
  });
});
