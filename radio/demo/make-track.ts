// One demo track as frames of the station.
import { createShapeMeter, type TrackShape } from '../audio/cue-points.ts';
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { applyGain, gainFor, measureLoudness } from '../audio/level-sound.ts';
import { createLimiter } from '../audio/limiter.ts';
import { CODEC_DELAY_SAMPLES, framesToMs } from '../audio/station-format.ts';
import { compose } from './compose.ts';
import type { DemoTrack } from './demo-tracks.ts';
import { RATE } from './instruments.ts';

export async function makeDemoTrack(track: DemoTrack): Promise<{ bytes: Buffer; shape: TrackShape }> {
  const { left, right } = compose(track);
  const sound = { sampleRate: RATE, channels: [left, right] };
  applyGain(sound, gainFor(measureLoudness(sound)));
  const limiter = createLimiter(RATE, 2);
  const parts = [limiter.push(sound.channels), limiter.finish()];
  const encoding = await createMp3Encoding({ sampleRate: RATE });
  const frames = [...parts.flatMap((part) => encoding.encode(part)), ...encoding.finish()];
  const meter = createShapeMeter(RATE);
  for (const part of parts) meter.add(part);
  const shape = meter.result({
    durationMs: Math.round(framesToMs(frames.length)),
    delayMs: (CODEC_DELAY_SAMPLES * 1000) / RATE,
  });
  return { bytes: Buffer.concat(frames), shape };
}
