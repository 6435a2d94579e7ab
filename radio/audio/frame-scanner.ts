// Splits a byte stream into complete MP3 frames, in whatever chunks it arrives. Skips ID3 tags and noise, and accepts a
// frame only when another one with the same sampling rate follows it: sync bits alone also occur inside sound.
import { type FrameHeader, isInfoFrame, readFrameHeader } from './mp3-frame.ts';

export interface FrameScanner {
  push(bytes: Uint8Array): Uint8Array[];
  /** The last frame, which no other follows. */
  flush(): Uint8Array[];
  /** Bytes that belonged to no frame or tag. */
  readonly skippedBytes: number;
}

const ID3_HEADER_BYTES = 10;
const ID3V1_BYTES = 128;
const LETTER_I = 0x49;
const LETTER_T = 0x54;

export function createFrameScanner(): FrameScanner {
  let rest: Uint8Array = new Uint8Array(0);
  let skipTagBytes = 0;
  let skipped = 0;
  let isLocked = false;

  function scan(isEnd: boolean): Uint8Array[] {
    const frames: Uint8Array[] = [];
    let at = 0;
    while (at < rest.length) {
      if (skipTagBytes > 0) {
        const step = Math.min(skipTagBytes, rest.length - at);
        skipTagBytes -= step;
        at += step;
        continue;
      }
      const tagBytes = tagLength(rest, at);
      if (tagBytes === 'unknown' && !isEnd) break;
      if (typeof tagBytes === 'number') {
        skipTagBytes = tagBytes;
        continue;
      }
      const header = readFrameHeader(rest, at);
      const next = header ? at + header.frameBytes : 0;
      if (!header) {
        if (rest.length - at < 4 && !isEnd) break;
        at++;
        skipped++;
        isLocked = false;
        continue;
      }
      if (next + 4 > rest.length && !isEnd) break;
      if (next > rest.length) {
        skipped += rest.length - at;
        at = rest.length;
        break;
      }
      if (!isLocked && next + 4 <= rest.length && !follows(rest, next, header)) {
        at++;
        skipped++;
        continue;
      }
      isLocked = true;
      const frame = rest.slice(at, next);
      if (!isInfoFrame(frame)) frames.push(frame);
      at = next;
    }
    rest = rest.slice(at);
    return frames;
  }

  return {
    push(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      return scan(false);
    },
    flush: () => scan(true),
    get skippedBytes() {
      return skipped;
    },
  };
}

function follows(bytes: Uint8Array, at: number, header: FrameHeader): boolean {
  const next = readFrameHeader(bytes, at);
  if (next) return next.sampleRate === header.sampleRate && next.version === header.version;
  return typeof tagLength(bytes, at) === 'number';
}

/** Length of a tag that begins here; "unknown" when more bytes must come first. */
function tagLength(bytes: Uint8Array, at: number): number | 'unknown' | undefined {
  // Almost every byte is none of a tag's: asked first, because noise is asked byte by byte.
  if (bytes[at] !== LETTER_I && bytes[at] !== LETTER_T) return undefined;
  const left = bytes.length - at;
  const text = String.fromCharCode(...bytes.subarray(at, at + 3));
  if (text === 'TAG') return ID3V1_BYTES;
  if (!'ID3'.startsWith(text)) return undefined;
  if (text !== 'ID3' || left < ID3_HEADER_BYTES) return 'unknown';
  const size = [6, 7, 8, 9].reduce((sum, offset) => (sum << 7) | ((bytes[at + offset] ?? 0) & 0x7f), 0);
  const hasFooter = ((bytes[at + 5] ?? 0) & 0x10) !== 0;
  return ID3_HEADER_BYTES + size + (hasFooter ? ID3_HEADER_BYTES : 0);
}
