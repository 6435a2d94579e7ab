// One demo track as frames of the station.
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { applyGain, gainFor, measureLoudness } from '../audio/level-sound.ts';
import { compose } from './compose.ts';
import type { DemoTrack } from './demo-tracks.ts';
import { RATE } from './instruments.ts';

export async function makeDemoTrack(track: DemoTrack): Promise<{ bytes: Buffer; lufs: number }> {
  const { left, right } = compose(track);
  const sound = { sampleRate: RATE, channels: [left, right] };
  const loudness = measureLoudness(sound);
  const gainDb = gainFor(loudness);
  applyGain(sound, gainDb);
  const encoding = await createMp3Encoding({ sampleRate: RATE });
  const frames = [...encoding.encode(sound.channels), ...encoding.finish()];
  return { bytes: Buffer.concat(frames), lufs: loudness.integratedLufs + gainDb };
}
