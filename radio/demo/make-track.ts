// One demo track as frames of the station.
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { applyGain, gainFor, measureLoudness } from '../audio/level-sound.ts';
import { compose, type DemoTrack } from './compose.ts';
import { RATE } from './instruments.ts';

export async function makeDemoTrack(track: DemoTrack): Promise<{ bytes: Buffer; lufs: number }> {
  const { left, right } = compose(track);
  const sound = { sampleRate: RATE, channels: [left, right] };
  applyGain(sound, gainFor(measureLoudness(sound)));
  const encoding = await createMp3Encoding({ sampleRate: RATE });
  const frames = [...encoding.encode(sound.channels), ...encoding.finish()];
  return { bytes: Buffer.concat(frames), lufs: measureLoudness(sound).integratedLufs };
}
