import { describe, expect, it } from 'vitest';
import { moveCue } from './move-cue.ts';
import { waveformPaths } from './waveform.ts';

describe('cue marks', () => {
  it('[RADIO-29] stay on the track and half a second apart', () => {
    const cues = { in: 1000, out: 9000 };
    const move = (which: 'in' | 'out', toMs: number) => moveCue(cues, which, { toMs, durationMs: 10_000 });
    expect(move('in', 2000.4)).toEqual({ in: 2000, out: 9000 });
    expect(move('in', -5)).toEqual({ in: 0, out: 9000 });
    expect(move('in', 9900)).toEqual({ in: 8500, out: 9000 });
    expect(move('out', 99_999)).toEqual({ in: 1000, out: 10_000 });
    expect(move('out', 0)).toEqual({ in: 1000, out: 1500 });
  });

  it('a waveform shows what is played apart from what is not', () => {
    const { inside, outside } = waveformPaths([0, 50, 100, 50], { height: 100, from: 0.25, to: 0.75 });
    expect(inside).toBe('M1.5 25.0V75.0M2.5 0.0V100.0');
    expect(outside).toBe('M0.5 49.5V50.5M3.5 25.0V75.0');
  });
});
