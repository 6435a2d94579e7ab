// Sound that arrives in uneven bursts, read evenly. It waits until a little is there, and plays a trace faster or slower
// to keep it so: the clocks of two machines are never the same. Runs on the audio thread.
import { GUEST_SAMPLE_RATE } from '#contracts/radio-guests.ts';

export interface JitterBuffer {
  push(samples: Float32Array): void;
  /** Fills it; with silence where nothing has arrived. */
  read(out: Float32Array): void;
  /** How much is waiting. */
  readonly depthMs: number;
}

const START_MS = 60;
const MIN_MS = 40;
const MAX_MS = 240;
/** After a gap more is kept waiting, after a calm time less. */
const UP_MS = 20;
const DOWN_MS = 5;
const CALM_MS = 5000;
/** More than this above the target is skipped at once. */
const LATE_MS = 160;
/** Half a per cent is not heard. */
const MAX_BEND = 0.005;
const FADE = 0.9;
const HELD_MS = 1000;

export function createJitterBuffer(rate: number): JitterBuffer {
  const perMs = GUEST_SAMPLE_RATE / 1000;
  const ring = new Float32Array(HELD_MS * perMs);
  const step = GUEST_SAMPLE_RATE / rate;
  let written = 0;
  let position = 0;
  let isWaiting = true;
  let targetMs = START_MS;
  let calmMs = 0;
  let last = 0;
  const depthMs = () => (written - position) / perMs;
  const sampleAt = (index: number) => ring[index % ring.length] as number;

  return {
    push(samples) {
      for (const sample of samples) ring[written++ % ring.length] = sample;
      if (depthMs() > targetMs + LATE_MS) position = written - targetMs * perMs;
    },
    read(out) {
      if (isWaiting && depthMs() >= targetMs) isWaiting = false;
      const excessMs = depthMs() - targetMs;
      const bend = Math.max(-MAX_BEND, Math.min(MAX_BEND, excessMs / 4000));
      for (let i = 0; i < out.length; i++) {
        // The next sample too: a value between two is taken from both.
        if (!isWaiting && position + 1 >= written) {
          isWaiting = true;
          calmMs = 0;
          targetMs = Math.min(MAX_MS, targetMs + UP_MS);
        }
        if (isWaiting) {
          // A fade instead of a click.
          last *= FADE;
        } else {
          const index = Math.floor(position);
          const share = position - index;
          last = sampleAt(index) * (1 - share) + sampleAt(index + 1) * share;
          position += step * (1 + bend);
        }
        out[i] = last;
      }
      if (isWaiting) return;
      calmMs += (out.length / rate) * 1000;
      if (calmMs < CALM_MS) return;
      calmMs = 0;
      targetMs = Math.max(MIN_MS, targetMs - DOWN_MS);
    },
    get depthMs() {
      return depthMs();
    },
  };
}
