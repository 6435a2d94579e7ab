import { describe, expect, it } from 'vitest';
import { tone } from '../testing/sounds.ts';
import { createShapeMeter, findCuePoints, reducePeaks, WINDOW_MS } from './cue-points.ts';

const RATE = 44_100;

function shapeOf(parts: Float32Array[]) {
  const meter = createShapeMeter(RATE);
  const samples = parts.reduce((sum, part) => sum + part.length, 0);
  for (const part of parts) meter.add([part, part]);
  return meter.result({ durationMs: Math.round((samples * 1000) / RATE) });
}

describe('cue points', () => {
  it('[RADIO-29] lie where sound rises first and falls last, not where a pause is', () => {
    const { cueInMs, cueOutMs } = shapeOf([
      tone(1.2, { level: 0.005 }),
      tone(2, { level: 0.4 }),
      tone(3, { level: 0.0001 }),
      tone(2, { level: 0.4 }),
      tone(1.5, { level: 0.005 }),
    ]);
    expect(cueInMs).toBeGreaterThanOrEqual(1180);
    expect(cueInMs).toBeLessThanOrEqual(1200);
    expect(cueOutMs).toBeGreaterThanOrEqual(8200);
    expect(cueOutMs).toBeLessThanOrEqual(8300);
  });

  it('[RADIO-29] follow a track’s own level: a quiet one is not shortened', () => {
    const { cueInMs, cueOutMs } = shapeOf([tone(4, { level: 0.004 })]);
    expect(cueInMs).toBe(0);
    expect(cueOutMs).toBe(4000);
  });

  it('[RADIO-29] pass over a click behind the end', () => {
    const tail = new Float32Array(2 * RATE);
    tail[RATE] = 0.2;
    expect(shapeOf([tone(3), tail]).cueOutMs).toBeLessThanOrEqual(3100);
  });

  it('[RADIO-29] take silence and nothing as whole', () => {
    expect(findCuePoints([0, 0, 0])).toEqual({ cueInMs: 0, cueOutMs: 3 * WINDOW_MS });
    expect(findCuePoints([])).toEqual({ cueInMs: 0, cueOutMs: 0 });
  });
});

describe('peaks', () => {
  it('keep the highest of each part, whatever the length', () => {
    expect(reducePeaks([0.1, 0.9, 0.2, 0.3, 1.4], 2)).toEqual([90, 100]);
    expect(reducePeaks([0.5], 400)).toEqual([50]);
    const { peaks } = shapeOf([tone(10, { level: 0.25 }), tone(10, { level: 0.75 })]);
    expect(peaks).toHaveLength(400);
    expect(new Set(peaks.slice(0, 199))).toEqual(new Set([25]));
    expect(new Set(peaks.slice(201))).toEqual(new Set([75]));
  });
});
