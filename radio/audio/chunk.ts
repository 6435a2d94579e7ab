// A few frames sent together: one buffer shared by all listeners, never copied for one of them.
import { leadFrames } from './splice.ts';
import { framesToMs } from './station-format.ts';

export interface Chunk {
  /** Counts up by one from the station's start. */
  sequence: number;
  bytes: Buffer;
  durationMs: number;
  /** Prefixed for listeners who start here. */
  lead: Buffer;
  /** What is on air from the first frame on. */
  airId: string;
}

export interface ChunkMaker {
  make(frames: readonly Uint8Array[], airId: string): Chunk;
}

// Two frames hold more than the bit reservoir ever reaches back, a third is for small frames.
const HISTORY_FRAMES = 3;

export function createChunkMaker(): ChunkMaker {
  let sequence = 0;
  let before: Uint8Array[] = [];
  return {
    make(frames, airId) {
      const first = frames[0];
      const lead = first ? Buffer.concat(leadFrames(first, before)) : Buffer.alloc(0);
      const chunk: Chunk = {
        sequence: sequence++,
        bytes: Buffer.concat(frames),
        durationMs: framesToMs(frames.length),
        lead,
        airId,
      };
      before = [...before, ...frames].slice(-HISTORY_FRAMES);
      return chunk;
    },
  };
}
