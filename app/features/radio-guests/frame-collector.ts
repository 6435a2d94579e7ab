// Cuts sound into frames of 20 ms at the rate that is sent, whatever the rate of this machine. Runs on the audio thread.
import { FRAME_SAMPLES, GUEST_SAMPLE_RATE } from '#contracts/radio-guests.ts';

export function createFrameCollector(
  rate: number,
  onFrame: (frame: Float32Array<ArrayBuffer>) => void,
): (samples: Float32Array) => void {
  const step = rate / GUEST_SAMPLE_RATE;
  let frame = new Float32Array(FRAME_SAMPLES);
  let filled = 0;
  // Where the next sample is read, counted from the first of those given; below 0 it lies after the last ones.
  let position = 0;
  let previous = 0;
  return (samples) => {
    for (; position < samples.length - 1 || (step === 1 && position < samples.length); position += step) {
      const index = Math.floor(position);
      const share = position - index;
      const before = index < 0 ? previous : (samples[index] as number);
      frame[filled++] = share === 0 ? before : before * (1 - share) + (samples[index + 1] as number) * share;
      if (filled < FRAME_SAMPLES) continue;
      onFrame(frame);
      frame = new Float32Array(FRAME_SAMPLES);
      filled = 0;
    }
    position -= samples.length;
    previous = samples.at(-1) ?? previous;
  };
}
