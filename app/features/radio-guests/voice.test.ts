import { describe, expect, it } from 'vitest';
import { FRAME_SAMPLES } from '#contracts/radio-guests.ts';
import { createFrameCollector } from './frame-collector.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { packSamples, unpackSamples } from './sound-codec.ts';

const RATE = 48_000;
const QUANTUM = 128;

/** A tone of 440 Hz, from a sample on. */
function tone(from: number, length: number, rate = RATE): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * 440 * (from + i)) / rate) / 2);
}

const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

/** Seconds of reading, with frames pushed when they arrive. */
function run(seconds: number, { rate = RATE, arrives = (atMs: number) => atMs } = {}) {
  const buffer = createJitterBuffer(rate);
  const heard: Float32Array[] = [];
  let pushed = 0;
  for (let read = 0; read < seconds * rate; read += QUANTUM) {
    const nowMs = (read / rate) * 1000;
    while (arrives(((pushed + 1) * FRAME_SAMPLES * 1000) / RATE) <= nowMs)
      buffer.push(tone(pushed++ * FRAME_SAMPLES, FRAME_SAMPLES));
    const out = new Float32Array(QUANTUM);
    buffer.read(out);
    heard.push(out);
  }
  const silent = heard.slice(heard.length / 2).filter((out) => peakOf(out) < 0.01).length;
  return { silent, lastDepthMs: buffer.depthMs };
}

describe('the jitter buffer', () => {
  it('plays an even stream without a gap and with little delay', () => {
    const { silent, lastDepthMs } = run(8);
    expect(silent).toBe(0);
    expect(lastDepthMs).toBeLessThan(80);
  });

  it('follows a faster or slower clock and another rate, without growing and without a gap', () => {
    for (const drift of [0.999, 1.001]) {
      const { silent, lastDepthMs } = run(20, { arrives: (atMs) => atMs * drift });
      expect(silent).toBe(0);
      expect(lastDepthMs).toBeLessThan(90);
    }
    expect(run(8, { rate: 44_100 })).toMatchObject({ silent: 0 });
  });

  it('bears uneven arrival after it has learned it, and skips what is late', () => {
    const bursts = run(12, { arrives: (atMs) => Math.ceil(atMs / 120) * 120 });
    expect(bursts.silent).toBe(0);
    // Three seconds without a network, then everything at once.
    const { lastDepthMs } = run(12, { arrives: (atMs) => (atMs > 5000 && atMs < 8000 ? 8000 : atMs) });
    expect(lastDepthMs).toBeLessThan(240);
  });
});

describe('frames', () => {
  it('are 20 ms at 48 kHz whatever the rate of the microphone', () => {
    for (const rate of [48_000, 44_100, 16_000]) {
      const frames: Float32Array[] = [];
      const collect = createFrameCollector(rate, (frame) => frames.push(frame));
      for (let from = 0; from < rate; from += QUANTUM) collect(tone(from, QUANTUM, rate));
      expect(frames.length, `${rate}`).toBeGreaterThanOrEqual(49);
      const all = Float32Array.from(frames.flatMap((frame) => [...frame]));
      // The same tone, sample by sample: linear interpolation of 16 kHz is the least exact.
      const wanted = tone(0, all.length);
      const worst = all.reduce(
        (most, sample, i) => Math.max(most, Math.abs(sample - (wanted[i] as number))),
        0,
      );
      expect(worst, `${rate}`).toBeLessThan(0.01);
    }
  });

  it('survive the way as 16 bit samples, and never wrap around', () => {
    const samples = tone(0, FRAME_SAMPLES);
    samples[0] = 3;
    samples[1] = -3;
    const back = unpackSamples(packSamples(samples));
    expect(back).toHaveLength(FRAME_SAMPLES);
    expect([back[0], back[1]]).toEqual([1, -1]);
    expect(back[100]).toBeCloseTo(samples[100] as number, 4);
  });
});
