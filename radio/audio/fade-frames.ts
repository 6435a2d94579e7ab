// Fades stored frames out without decoding them: each half frame has a gain in its side information, in steps of 1.5 dB.
import { attenuateFrame } from './mp3-frame.ts';

// The gain is a power of the fourth root of two.
const STEP_DB = 20 * Math.log10(2 ** 0.25);
const SILENT_STEPS = 60;

export interface FrameFade {
  readonly framesLeft: number;
  /** Takes no more frames than are left. */
  pass(frames: readonly Uint8Array[]): Uint8Array[];
}

export function createFrameFade(frameCount: number): FrameFade {
  let done = 0;
  return {
    get framesLeft() {
      return frameCount - done;
    },
    pass(frames) {
      return frames.slice(0, frameCount - done).map((frame) => {
        const steps: [number, number] = [
          stepsAt((done + 0.5) / frameCount),
          stepsAt((done + 1) / frameCount),
        ];
        done++;
        return attenuateFrame(frame, steps);
      });
    },
  };
}

/** A quarter of a cosine: hardly anything at first, silence at 1. */
function stepsAt(share: number): number {
  const gain = Math.cos((Math.min(1, share) * Math.PI) / 2);
  return Math.min(SILENT_STEPS, Math.round((-20 * Math.log10(Math.max(gain, 1e-6))) / STEP_DB));
}
