// The shape of a track that is already in the station's format.
import { createShapeMeter, type TrackShape } from '../audio/cue-points.ts';
import { createMp3Decoder } from '../audio/mp3-decoder.ts';
import { viewFrames } from '../audio/station-file.ts';
import { framesToMs, STATION } from '../audio/station-format.ts';

const CHUNK_BYTES = 131_072;

export async function measureTrack(bytes: Uint8Array): Promise<TrackShape> {
  const meter = createShapeMeter(STATION.sampleRate);
  const decoder = await createMp3Decoder();
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const sound = await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES));
      if (sound) meter.add(sound.channels);
    }
  } finally {
    decoder.free();
  }
  return meter.result({ durationMs: Math.round(framesToMs(viewFrames(bytes).length)) });
}
