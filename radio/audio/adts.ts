// AAC with ADTS: frames behind a header of seven or nine bytes. Finds them in a stream that may begin
// anywhere, and adds the header to packets without one. Decodes nothing.

/** What the header says of every frame of a stream. */
export interface AdtsFacts {
  /** 1 Main, 2 Low Complexity, 3 SSR, 4 LTP. */
  profile: number;
  /** Index in the list of sampling rates. */
  rateIndex: number;
  channels: number;
}

export const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
const HEAD_BYTES = 7;
const MAX_FRAME_BYTES = 8191;

export function isAdts(bytes: Uint8Array, at = 0): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
}

/** Returns the complete frames that each chunk of a stream completes; other bytes are skipped. */
export function createAdtsScanner(): (bytes: Uint8Array) => Uint8Array[] {
  let waiting: Buffer = Buffer.alloc(0);
  return (bytes) => {
    waiting = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes]);
    const frames: Uint8Array[] = [];
    let at = 0;
    while (at + HEAD_BYTES <= waiting.length) {
      const length = frameLength(waiting, at);
      if (length === 0) {
        at++;
        continue;
      }
      const end = at + length;
      if (end > waiting.length) break;
      // Sound data may look like a header: the next frame must begin where this one ends.
      if (end + 2 <= waiting.length && !isAdts(waiting, end)) {
        at++;
        continue;
      }
      frames.push(waiting.subarray(at, end));
      at = end;
    }
    waiting = waiting.subarray(at);
    return frames;
  };
}

function frameLength(bytes: Buffer, at: number): number {
  if (!isAdts(bytes, at) || (((bytes[at + 2] as number) >> 2) & 15) >= ADTS_RATES.length) return 0;
  const length =
    ((bytes[at + 3] as number) & 3) * 2048 + (bytes[at + 4] as number) * 8 + ((bytes[at + 5] as number) >> 5);
  return length > HEAD_BYTES ? length : 0;
}

export function withAdtsHead(packet: Uint8Array, { profile, rateIndex, channels }: AdtsFacts): Buffer {
  const length = packet.length + HEAD_BYTES;
  if (length > MAX_FRAME_BYTES) throw new Error('The audio in this file is damaged.');
  const head = Buffer.from([
    0xff,
    0xf1,
    ((profile - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat([head, packet]);
}
