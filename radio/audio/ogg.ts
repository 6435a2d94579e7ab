// Ogg with Opus: pages, the two heads of a stream, and the packets of a file.

/** 20 ms at Opus' own rate. */
export const OPUS_PACKET_SAMPLES = 960;

interface OggPage {
  serial: number;
  sequence: number;
  /** Samples at 48 kHz up to the end of this page. */
  granule: number;
  isFirst?: boolean;
  isLast?: boolean;
  packets: readonly Uint8Array[];
}

const HEAD_BYTES = 27;
const CHECKSUM_AT = 22;
const MAX_SEGMENT = 255;
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** All packets must fit: 255 segments of 255 bytes. */
export function oggPage({ serial, sequence, granule, isFirst, isLast, packets }: OggPage): Buffer {
  const lacing = packets.flatMap((packet) => [
    ...Array.from({ length: Math.floor(packet.length / MAX_SEGMENT) }, () => MAX_SEGMENT),
    packet.length % MAX_SEGMENT,
  ]);
  if (lacing.length > MAX_SEGMENT) throw new Error('The packets do not fit into one page.');
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('OggS');
  head[5] = (isFirst ? 2 : 0) | (isLast ? 4 : 0);
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial >>> 0, 14);
  head.writeUInt32LE(sequence >>> 0, 18);
  head[HEAD_BYTES - 1] = lacing.length;
  const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  page.writeUInt32LE(checksumOf(page), CHECKSUM_AT);
  return page;
}

/** The two pages that begin a stream. `preSkip` is what a decoder leaves out at the beginning, at 48 kHz. */
export function opusHeadPages(
  serial: number,
  { preSkip, title, artist }: { preSkip: number; title: string; artist: string },
): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head[8] = 1;
  head[9] = 2;
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(44_100, 12);
  const comments = [
    ['TITLE', title],
    ['ARTIST', artist],
  ].filter(([, text]) => text);
  const tags = Buffer.concat([
    Buffer.from('OpusTags'),
    counted('onda'),
    uint32(comments.length),
    ...comments.map(([name, text]) => counted(`${name}=${(text ?? '').slice(0, 500)}`)),
  ]);
  return Buffer.concat([
    oggPage({ serial, sequence: 0, granule: 0, isFirst: true, packets: [head] }),
    oggPage({ serial, sequence: 1, granule: 0, packets: [tags] }),
  ]);
}

/** Views on the packets of a file with one stream, without its two heads; ends quietly where the file is cut off. */
export function viewOpusPackets(bytes: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length && isPage(bytes, at)) {
    const segments = bytes[at + HEAD_BYTES - 1] as number;
    let start = at + HEAD_BYTES + segments;
    let end = start;
    for (let i = 0; i < segments; i++) {
      const size = bytes[at + HEAD_BYTES + i] as number;
      end += size;
      if (size === MAX_SEGMENT) continue;
      if (end > bytes.length) return packets.slice(2);
      packets.push(bytes.subarray(start, end));
      start = end;
    }
    at = end;
  }
  return packets.slice(2);
}

function isPage(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53;
}

function checksumOf(page: Buffer): number {
  let value = 0;
  for (const byte of page)
    value = ((value << 8) ^ (CHECKSUMS[((value >>> 24) ^ byte) & 0xff] as number)) >>> 0;
  return value;
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
