// Cutting MP3 without re-encoding. A frame's sound may begin in the frames before it, so a stream that starts in
// the middle lacks bytes: decoders report errors and mute. Two remedies, neither of which changes the sound:
// a silent lead frame that contains the missing bytes, and a seam that writes them over bytes no longer needed.
import { mainDataOffset, reservoirBytes } from './mp3-frame.ts';

// The reservoir reaches back 511 bytes at most.
const FARTHEST_BYTES = 511;

/** The main data that `frame` needs from the frames before it, oldest byte first; undefined when they do not hold it. */
export function neededReservoir(frame: Uint8Array, before: readonly Uint8Array[]): Uint8Array | undefined {
  const wanted = reservoirBytes(frame);
  const bytes = new Uint8Array(wanted);
  let missing = wanted;
  for (let i = before.length - 1; i >= 0 && missing > 0; i--) {
    const data = (before[i] as Uint8Array).subarray(mainDataOffset(before[i] as Uint8Array));
    const part = data.subarray(Math.max(0, data.length - missing));
    missing -= part.length;
    bytes.set(part, missing);
  }
  return missing === 0 ? bytes : undefined;
}

/** Silent frames that carry the bytes `frame` needs, so that it can come first. Empty when it needs none. */
export function leadFrames(frame: Uint8Array, before: readonly Uint8Array[]): Uint8Array[] {
  const reservoir = neededReservoir(frame, before);
  if (!reservoir || reservoir.length === 0) return [];
  const leads: Uint8Array[] = [];
  let end = reservoir.length;
  while (end > 0) {
    const lead = new Uint8Array(frame.length);
    // The same kind of frame without a checksum; side information of zeros is silence that needs nothing.
    lead.set([frame[0] as number, (frame[1] as number) | 1, frame[2] as number, frame[3] as number]);
    const room = lead.length - mainDataOffset(lead);
    const start = Math.max(0, end - room);
    lead.set(reservoir.subarray(start, end), lead.length - (end - start));
    leads.unshift(lead);
    end = start;
  }
  return leads;
}

/** Lets a stream start in the middle: frames that lack earlier bytes are muted, but keep their data for later frames. */
export interface EntryGuard {
  /** Another stream begins with the next frame. */
  reset(): void;
  pass(frames: Uint8Array[]): Uint8Array[];
}

export function createEntryGuard(): EntryGuard {
  let heldBytes = FARTHEST_BYTES;
  return {
    reset() {
      heldBytes = 0;
    },
    pass(frames) {
      if (heldBytes >= FARTHEST_BYTES) return frames;
      return frames.map((frame) => {
        const isWhole = reservoirBytes(frame) <= heldBytes;
        heldBytes = Math.min(FARTHEST_BYTES, heldBytes + frame.length - mainDataOffset(frame));
        return isWhole ? frame : muted(frame);
      });
    },
  };
}

/**
 * The same frame without sound: side information of zeros asks for nothing, the data behind it stays. A checksum would be
 * wrong now, so the frame says that it has none.
 */
function muted(frame: Uint8Array): Uint8Array {
  // A copy also where the frame is a Buffer, whose slices are views: the library's bytes must not change.
  const silent = new Uint8Array(frame);
  silent.fill(0, 4, mainDataOffset(frame));
  silent[1] = (silent[1] as number) | 1;
  return silent;
}
