// A file in the station's own format, as the library stores it: only frames. Reading it copies nothing.
import { readFrameHeader } from './mp3-frame.ts';

/** Views on the frames of a file; ends quietly where the file is cut off. */
export function viewFrames(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const header = readFrameHeader(bytes, at);
    if (!header || at + header.frameBytes > bytes.length) break;
    frames.push(bytes.subarray(at, at + header.frameBytes));
    at += header.frameBytes;
  }
  return frames;
}
