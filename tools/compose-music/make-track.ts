// A score as sound at the loudness of the station.
import { applyGain, gainFor, measureLoudness } from '#radio/audio/level-sound.ts';
import { createLimiter } from '#radio/audio/limiter.ts';
import { compose } from './compose.ts';
import { RATE } from './instruments.ts';
import type { Score } from './scores.ts';

/** Left and right, block by block. */
export function makeTrack(score: Score): Float32Array[][] {
  const { left, right } = compose(score);
  const sound = { sampleRate: RATE, channels: [left, right] };
  applyGain(sound, gainFor(measureLoudness(sound)));
  const limiter = createLimiter(RATE, 2);
  return [limiter.push(sound.channels), limiter.finish()];
}
