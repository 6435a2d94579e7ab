import type { StationLevels } from '#contracts/control-room.ts';
import type { Decoded } from '../audio/decoded-audio.ts';

const FLOOR_DB = -60;

/** Peaks of a stretch of sound by channel, in decibels below full scale. */
export function measureLevels({ channels }: Decoded, lufs: number): StationLevels {
  const left = peakDb(channels[0]);
  const right = channels.length > 1 ? peakDb(channels[1]) : left;
  return { peaksDb: [left, right], lufs: lufs > FLOOR_DB ? oneDecimal(lufs) : null };
}

function peakDb(samples: Float32Array = new Float32Array(0)): number {
  let peak = 0;
  for (const sample of samples) {
    const size = sample < 0 ? -sample : sample;
    if (size > peak) peak = size;
  }
  // A decoder may overshoot full scale by a little.
  return oneDecimal(Math.min(0, Math.max(FLOOR_DB, 20 * Math.log10(Math.max(peak, 1e-6)))));
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
