// Titles inside the stream, for ICY players: one block after every 16,000 bytes of sound, empty when nothing
// changed. The title therefore arrives with its sound.

export const ICY_INTERVAL_BYTES = 16_000;
const MAX_BYTES = 255 * 16;
const NOTHING_NEW = Buffer.from([0]);

export function icyBlock(title: string, url: string): Buffer {
  // A quote ends the title in most players; the typographic apostrophe looks the same.
  const clean = (text: string) => text.replaceAll("'", '’').replaceAll(/\p{Cc}/gu, ' ');
  const text = Buffer.from(`StreamTitle='${clean(title)}';StreamUrl='${clean(url)}';`);
  const bytes = text.length > MAX_BYTES ? text.subarray(0, MAX_BYTES) : text;
  const units = Math.ceil(bytes.length / 16);
  const block = Buffer.alloc(1 + units * 16);
  block[0] = units;
  bytes.copy(block, 1);
  return block;
}

/** One listener's position between two blocks. */
export interface IcyPlace {
  bytesLeft: number;
  /** The block that was sent last; the same object is not sent twice. */
  sent: Buffer | undefined;
}

export function newIcyPlace(): IcyPlace {
  return { bytesLeft: ICY_INTERVAL_BYTES, sent: undefined };
}

/** Slices of the shared bytes with the blocks between them; advances the position. */
export function weaveIcy(place: IcyPlace, bytes: Buffer, block: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= place.bytesLeft) {
    parts.push(bytes.subarray(at, at + place.bytesLeft));
    parts.push(place.sent === block ? NOTHING_NEW : block);
    place.sent = block;
    at += place.bytesLeft;
    place.bytesLeft = ICY_INTERVAL_BYTES;
  }
  if (at < bytes.length) {
    parts.push(bytes.subarray(at));
    place.bytesLeft -= bytes.length - at;
  }
  return parts;
}
