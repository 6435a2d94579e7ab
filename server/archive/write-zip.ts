// A ZIP as a stream of chunks: never more than a chunk of a file in memory, however large the ZIP becomes. Beyond 4 GB
// the 64-bit fields are used. Entries are opened one after the other.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  DEFLATED,
  EXTRA64,
  MAX_16,
  MAX_32,
  NAMES_IN_UTF8,
  SIGNATURE,
  SIZES_FOLLOW,
  STORED,
} from './zip-format.ts';

export interface ZipEntry {
  name: string;
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
  /** Already small, such as sound and pictures: pressing it would only cost time. */
  isPressed?: boolean;
  /** It may grow beyond 4 GB. */
  isHuge?: boolean;
  /** Called with the checksum and size of the entry. */
  onDone?(about: { crc: number; sizeBytes: number }): void;
}

interface Written {
  name: Buffer;
  method: number;
  time: number;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
  offset: number;
}

class ZipError extends Error {}

export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  const time = dosTime(new Date());
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    if (name.length > MAX_16) throw new ZipError('a name is too long for a ZIP');
    const method = entry.isPressed ? STORED : DEFLATED;
    const isHuge = entry.isHuge === true;
    const head = localHeader(name, { method, time, isHuge });
    yield head;
    const record: Written = { name, method, time, crc: 0, packedBytes: 0, sizeBytes: 0, offset };
    offset += head.length;
    for await (const packed of pack(await entry.open(), method, record)) {
      record.packedBytes += packed.length;
      if (!isHuge && Math.max(record.packedBytes, record.sizeBytes) >= MAX_32)
        throw new ZipError(`${entry.name} is larger than announced`);
      yield packed;
    }
    const tail = descriptor(record, isHuge);
    yield tail;
    offset += record.packedBytes + tail.length;
    written.push(record);
    entry.onDone?.({ crc: record.crc, sizeBytes: record.sizeBytes });
  }
  const start = offset;
  for (const record of written) {
    const line = centralLine(record);
    offset += line.length;
    yield line;
  }
  yield ending({ count: written.length, start, size: offset - start });
}

async function* pack(
  source: AsyncIterable<Uint8Array>,
  method: number,
  record: Written,
): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const chunk of source) {
      record.crc = crc32(chunk, record.crc);
      record.sizeBytes += chunk.length;
      yield chunk;
    }
  }
  if (method === STORED) {
    yield* counted();
    return;
  }
  // Each side's failure ends the other: a source must not wait for a reader that has gone.
  const press = createDeflateRaw({ level: 5 });
  const feeding = pipeline(Readable.from(counted(), { objectMode: false }), press);
  feeding.catch(() => undefined);
  try {
    for await (const packed of press) yield packed as Buffer;
    await feeding;
  } finally {
    press.destroy();
    await feeding.catch(() => undefined);
  }
}

function localHeader(name: Buffer, about: { method: number; time: number; isHuge: boolean }): Buffer {
  const extra = about.isHuge ? Buffer.alloc(20) : Buffer.alloc(0);
  if (about.isHuge) {
    extra.writeUInt16LE(EXTRA64, 0);
    extra.writeUInt16LE(16, 2);
  }
  const head = Buffer.alloc(30);
  head.writeUInt32LE(SIGNATURE.local, 0);
  head.writeUInt16LE(about.isHuge ? 45 : 20, 4);
  head.writeUInt16LE(SIZES_FOLLOW | NAMES_IN_UTF8, 6);
  head.writeUInt16LE(about.method, 8);
  head.writeUInt32LE(about.time, 10);
  if (about.isHuge) {
    head.writeUInt32LE(MAX_32, 18);
    head.writeUInt32LE(MAX_32, 22);
  }
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function descriptor({ crc, packedBytes, sizeBytes }: Written, isHuge: boolean): Buffer {
  const tail = Buffer.alloc(isHuge ? 24 : 16);
  tail.writeUInt32LE(SIGNATURE.descriptor, 0);
  tail.writeUInt32LE(crc, 4);
  if (isHuge) {
    tail.writeBigUInt64LE(BigInt(packedBytes), 8);
    tail.writeBigUInt64LE(BigInt(sizeBytes), 16);
  } else {
    tail.writeUInt32LE(packedBytes, 8);
    tail.writeUInt32LE(sizeBytes, 12);
  }
  return tail;
}

function centralLine({ name, method, time, crc, packedBytes, sizeBytes, offset }: Written): Buffer {
  const isLarge = Math.max(packedBytes, sizeBytes, offset) >= MAX_32;
  const extra = isLarge ? Buffer.alloc(28) : Buffer.alloc(0);
  if (isLarge) {
    extra.writeUInt16LE(EXTRA64, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(sizeBytes), 4);
    extra.writeBigUInt64LE(BigInt(packedBytes), 12);
    extra.writeBigUInt64LE(BigInt(offset), 20);
  }
  const line = Buffer.alloc(46);
  line.writeUInt32LE(SIGNATURE.central, 0);
  // Made on a system with Unix modes: files that only their owner reads.
  line.writeUInt16LE((3 << 8) | 45, 4);
  line.writeUInt16LE(isLarge ? 45 : 20, 6);
  line.writeUInt16LE(SIZES_FOLLOW | NAMES_IN_UTF8, 8);
  line.writeUInt16LE(method, 10);
  line.writeUInt32LE(time, 12);
  line.writeUInt32LE(crc, 16);
  line.writeUInt32LE(isLarge ? MAX_32 : packedBytes, 20);
  line.writeUInt32LE(isLarge ? MAX_32 : sizeBytes, 24);
  line.writeUInt16LE(name.length, 28);
  line.writeUInt16LE(extra.length, 30);
  line.writeUInt32LE((0o100600 << 16) >>> 0, 38);
  line.writeUInt32LE(isLarge ? MAX_32 : offset, 42);
  return Buffer.concat([line, name, extra]);
}

function ending({ count, start, size }: { count: number; start: number; size: number }): Buffer {
  const isLarge = count >= MAX_16 || start >= MAX_32 || size >= MAX_32;
  const parts: Buffer[] = [];
  if (isLarge) {
    const end64 = Buffer.alloc(56);
    end64.writeUInt32LE(SIGNATURE.end64, 0);
    end64.writeBigUInt64LE(44n, 4);
    end64.writeUInt16LE((3 << 8) | 45, 12);
    end64.writeUInt16LE(45, 14);
    end64.writeBigUInt64LE(BigInt(count), 24);
    end64.writeBigUInt64LE(BigInt(count), 32);
    end64.writeBigUInt64LE(BigInt(size), 40);
    end64.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(SIGNATURE.end64Locator, 0);
    locator.writeBigUInt64LE(BigInt(start + size), 8);
    locator.writeUInt32LE(1, 16);
    parts.push(end64, locator);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(SIGNATURE.end, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  return Buffer.concat([...parts, end]);
}

/** Date in the high half, time in the low one, to two seconds, from 1980 on. */
function dosTime(now: Date): number {
  const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
