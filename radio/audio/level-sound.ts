// Makes tracks meet at the same loudness, without silence at their ends. Works on whole sounds in memory.
import { createLoudnessMeter, type Loudness } from './loudness.ts';

export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

export const TARGET_LUFS = -16;
// Encoders overshoot a little: a peak at full scale would clip in somebody's decoder.
const HIGHEST_PEAK = 10 ** (-1 / 20);
const SILENCE = 10 ** (-60 / 20);
const KEPT_MS = 30;

export function measureLoudness({ sampleRate, channels }: Sound): Loudness {
  const meter = createLoudnessMeter(sampleRate, channels.length);
  meter.add(channels);
  return meter.result();
}

/** How many decibels bring a sound to the station's loudness, as far as its peaks allow. */
export function gainFor({ integratedLufs, peak }: Loudness): number {
  if (!Number.isFinite(integratedLufs) || peak === 0) return 0;
  const wanted = TARGET_LUFS - integratedLufs;
  const most = 20 * Math.log10(HIGHEST_PEAK / peak);
  return Math.min(wanted, most);
}

export function applyGain({ channels }: Sound, gainDb: number): void {
  const factor = 10 ** (gainDb / 20);
  for (const channel of channels) for (let i = 0; i < channel.length; i++) (channel[i] as number) *= factor;
}

/** Without the silence before the first and after the last sound. Undefined when there is nothing else. */
export function trimSilence({ sampleRate, channels }: Sound): Sound | undefined {
  const length = channels[0]?.length ?? 0;
  const isLoud = (i: number) => channels.some((channel) => Math.abs(channel[i] ?? 0) > SILENCE);
  let first = 0;
  while (first < length && !isLoud(first)) first++;
  if (first === length) return undefined;
  let last = length - 1;
  while (!isLoud(last)) last--;
  const kept = Math.round((sampleRate * KEPT_MS) / 1000);
  const from = Math.max(0, first - kept);
  const to = Math.min(length, last + 1 + kept);
  return { sampleRate, channels: channels.map((channel) => channel.subarray(from, to)) };
}
