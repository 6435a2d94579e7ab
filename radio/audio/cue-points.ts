// Where a track begins and ends to the ear, and the peaks that draw its waveform. Measured once from the decoded sound.

/** Milliseconds in the stored track; the programme plays what lies between them. */
export interface CuePoints {
  cueInMs: number;
  cueOutMs: number;
}

export interface TrackShape extends CuePoints {
  /** The highest sample of each of equally long parts, 0 to 100. */
  peaks: number[];
}

export interface ShapeMeter {
  add(channels: readonly Float32Array[]): void;
  /** `delayMs` is how much later the sound comes in the stored track than in what was measured. */
  result(options: { durationMs: number; delayMs?: number }): TrackShape;
}

export const WINDOW_MS = 20;
const PEAK_COUNT = 400;
// Below its own mean level by this much a track is not heard any more beside another one.
const CUE_DB = -26;
const SILENCE_POWER = 10 ** (-60 / 10);
const GATE = 10 ** (-10 / 10);
// A single click is no sound: the end is found in means of five windows.
const END_WINDOWS = 5;

export function createShapeMeter(sampleRate: number): ShapeMeter {
  const windowSamples = Math.round((sampleRate * WINDOW_MS) / 1000);
  const powers: number[] = [];
  const peaks: number[] = [];
  let sum = 0;
  let peak = 0;
  let count = 0;

  function closeWindow(): void {
    powers.push(sum / count);
    peaks.push(peak);
    sum = 0;
    peak = 0;
    count = 0;
  }

  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let i = 0; i < length; i++) {
        let power = 0;
        for (const channel of channels) {
          const sample = channel[i] as number;
          power += sample * sample;
          const size = sample < 0 ? -sample : sample;
          if (size > peak) peak = size;
        }
        sum += power / channels.length;
        if (++count === windowSamples) closeWindow();
      }
    },
    result({ durationMs, delayMs = 0 }) {
      if (count > 0) closeWindow();
      const cues = findCuePoints(powers);
      return {
        cueInMs: Math.min(Math.round(cues.cueInMs + delayMs), durationMs - 1),
        cueOutMs: Math.min(Math.round(cues.cueOutMs + delayMs), durationMs),
        peaks: reducePeaks(peaks, PEAK_COUNT),
      };
    },
  };
}

/** From the mean square of each window. Sound that never rises above silence is played whole. */
export function findCuePoints(powers: readonly number[]): CuePoints {
  const whole = { cueInMs: 0, cueOutMs: powers.length * WINDOW_MS };
  const threshold = meanPower(powers) * 10 ** (CUE_DB / 10);
  const first = powers.findIndex((power) => power > threshold);
  let end = powers.length;
  while (end > 0 && meanOf(powers.slice(Math.max(0, end - END_WINDOWS), end)) <= threshold) end--;
  if (threshold === 0 || first < 0 || end <= first) return whole;
  return { cueInMs: first * WINDOW_MS, cueOutMs: end * WINDOW_MS };
}

/** As loudness is gated: pauses do not lower the level of what sounds. */
function meanPower(powers: readonly number[]): number {
  const heard = powers.filter((power) => power > SILENCE_POWER);
  const gate = meanOf(heard) * GATE;
  return meanOf(heard.filter((power) => power > gate));
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function reducePeaks(peaks: readonly number[], count: number): number[] {
  const parts = Math.min(count, peaks.length);
  return Array.from({ length: parts }, (_, part) => {
    let highest = 0;
    const end = Math.ceil(((part + 1) * peaks.length) / parts);
    for (let i = Math.floor((part * peaks.length) / parts); i < end; i++)
      highest = Math.max(highest, peaks[i] as number);
    return Math.min(100, Math.round(highest * 100));
  });
}
