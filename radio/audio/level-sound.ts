// Brings tracks to the same loudness. Works on whole tracks in memory.
import { CEILING } from './limiter.ts';
import { createLoudnessMeter, type Loudness } from './loudness.ts';

export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

export const TARGET_LUFS = -16;
/** How far peaks may be lowered so that a track with few high ones is as loud as the others. More would be heard. */
const MAX_LIMITING_DB = 8;
const TOLERANCE_LU = 0.5;

export function measureLoudness({ sampleRate, channels }: Sound): Loudness {
  const meter = createLoudnessMeter(sampleRate, channels.length);
  meter.add(channels);
  return meter.result();
}

/** The gain in decibels to the station's loudness, as far as the limiter may lower the peaks. */
export function gainFor({ integratedLufs, peak }: Loudness): number {
  if (!Number.isFinite(integratedLufs) || peak === 0) return 0;
  const maxGain = 20 * Math.log10(CEILING / peak) + MAX_LIMITING_DB;
  return Math.min(TARGET_LUFS - integratedLufs, maxGain);
}

/** The gain for a second try, when the limiter took more than `TOLERANCE_LU` of the loudness; undefined when it is loud enough. */
export function higherGainFor(
  original: Loudness,
  made: { gainDb: number; integratedLufs: number },
): number | undefined {
  const missing = TARGET_LUFS - made.integratedLufs;
  const gainDb = gainFor({ ...original, integratedLufs: TARGET_LUFS - made.gainDb - missing });
  return missing > TOLERANCE_LU && gainDb > made.gainDb ? gainDb : undefined;
}

export function applyGain({ channels }: Sound, gainDb: number): void {
  const factor = 10 ** (gainDb / 20);
  for (const channel of channels) for (let i = 0; i < channel.length; i++) (channel[i] as number) *= factor;
}
