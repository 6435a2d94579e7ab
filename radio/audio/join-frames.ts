// Joins two streams of frames so that a decoder notices nothing. The first frame of the second stream needs bytes of
// frames that are not sent (the bit reservoir): they are written over bytes that only the first stream's next frame would
// have needed. Where those are too few, the last frame before the seam gets a higher bitrate, which is room and nothing else.
import { mainDataOffset, readFrameHeader, reservoirBytes, usesLongBlocks } from './mp3-frame.ts';
import { neededReservoir } from './splice.ts';

/** One way to join: `before` ends the first stream, `dropped` would have followed; `first` begins the second one. */
export interface Seam {
  before: readonly Uint8Array[];
  dropped: Uint8Array | undefined;
  /** Frames of the second stream before `first`, which are not sent. */
  history: readonly Uint8Array[];
  first: Uint8Array;
}

/** How many of the frames before a seam may change: the reservoir spans two, a third is for small ones. */
export const SEAM_FRAMES = 3;
const BITRATE_SHIFT = 4;
const LAST_BITRATE = 14;
const MIXED_BLOCKS_COST = 1000;

/** The last frames before the seam, changed where necessary; undefined when the second stream's bytes are not there. */
export function joinFrames({ before, dropped, history, first }: Seam): Uint8Array[] | undefined {
  const needed = neededReservoir(first, history);
  const last = before.at(-1);
  if (!needed || !last) return undefined;
  const joined: Uint8Array[] = before.slice(-SEAM_FRAMES).map((frame) => new Uint8Array(frame));
  const lacking = needed.length - freeBytes(dropped);
  if (lacking > 0) {
    const enlarged = enlargeFrame(last, lacking);
    if (!enlarged) return undefined;
    joined[joined.length - 1] = enlarged;
  }
  let left = needed.length;
  for (let i = joined.length - 1; i >= 0 && left > 0; i--) {
    const frame = joined[i] as Uint8Array;
    const room = Math.min(left, frame.length - mainDataOffset(frame));
    frame.set(needed.subarray(left - room, left), frame.length - room);
    left -= room;
  }
  return left === 0 ? joined : undefined;
}

/** Lower is better: long blocks on both sides overlap exactly, and no frame has to grow. */
export function seamCost(seam: Seam): number {
  const around = [seam.before.at(-1), seam.dropped, seam.history.at(-1), seam.first];
  const blocks = around.every((frame) => frame === undefined || usesLongBlocks(frame))
    ? 0
    : MIXED_BLOCKS_COST;
  return blocks + Math.max(0, reservoirBytes(seam.first) - freeBytes(seam.dropped));
}

function freeBytes(dropped: Uint8Array | undefined): number {
  return dropped ? reservoirBytes(dropped) : 0;
}

function enlargeFrame(frame: Uint8Array, extraBytes: number): Uint8Array | undefined {
  const bitrate = (frame[2] as number) >> BITRATE_SHIFT;
  for (let index = bitrate + 1; index <= LAST_BITRATE; index++) {
    const head = new Uint8Array(frame.subarray(0, 4));
    head[2] = (index << BITRATE_SHIFT) | ((frame[2] as number) & 0x0f);
    const frameBytes = readFrameHeader(head)?.frameBytes ?? 0;
    if (frameBytes < frame.length + extraBytes) continue;
    const enlarged = new Uint8Array(frameBytes);
    enlarged.set(frame);
    enlarged.set(head);
    return enlarged;
  }
  return undefined;
}
