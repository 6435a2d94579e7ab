// Brings tracks to the same loudness. Works on whole tracks in memory.
import { createLoudnessMeter, type Loudness } from './loudness.ts';

export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

export const TARGET_LUFS = -16;
// Encoders overshoot a little: a peak at full scale would clip in some decoders.
const HIGHEST_PEAK = 10 ** (-1 / 20);

export function measureLoudness({ sampleRate, channels }: Sound): Loudness {
  const meter = createLoudnessMeter(sampleRate, channels.length);
  meter.add(channels);
  return meter.result();
}

/** The gain in decibels to the station's loudness, as far as the peaks allow. */
export function gainFor({ integratedLufs, peak }: Loudness): number {
  if (!Number.isFinite(integratedLufs) || peak === 0) return 0;
  const wanted = TARGET_LUFS - integratedLufs;
  const maxGain = 20 * Math.log10(HIGHEST_PEAK / peak);
  return Math.min(wanted, maxGain);
}

export function applyGain({ channels }: Sound, gainDb: number): void {
  const factor = 10 ** (gainDb / 20);
  for (const channel of channels) for (let i = 0; i < channel.length; i++) (channel[i] as number) *= factor;
}
