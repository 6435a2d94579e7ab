// Reads a ZIP from a file: its directory first, then any entry as a stream, whose checksum is compared at its end. A
// damaged or truncated file is a clear error, and no partial entry is taken for a complete one.
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { DEFLATED, EXTRA64, MAX_16, MAX_32, SIGNATURE, STORED } from './zip-format.ts';

interface ZipItem {
  name: string;
  method: number;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
  offset: number;
}

export interface OpenZip {
  items: ReadonlyMap<string, ZipItem>;
  read(name: string): AsyncIterable<Uint8Array>;
  readText(name: string): Promise<string>;
  close(): Promise<void>;
}

export class DamagedZip extends Error {}

const MAX_END_BYTES = 22 + MAX_16;
const MAX_LIST_BYTES = 512 * 2 ** 20;
const MAX_TEXT_BYTES = 64 * 2 ** 20;

export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path, 'r');
  try {
    const items = await readList(file);
    const read = (name: string) => readItem(path, file, require(items, name));
    return {
      items,
      read,
      async readText(name) {
        if (require(items, name).sizeBytes > MAX_TEXT_BYTES) throw new DamagedZip(`${name} is too large.`);
        const chunks: Uint8Array[] = [];
        for await (const chunk of read(name)) chunks.push(chunk);
        return Buffer.concat(chunks).toString('utf8');
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw asDamage(error);
  }
}

/** A number that leads outside of the file, or of what a number can be. */
function asDamage(error: unknown): unknown {
  return error instanceof RangeError
    ? new DamagedZip('The directory of the ZIP file is damaged.', { cause: error })
    : error;
}

function require(items: Map<string, ZipItem>, name: string): ZipItem {
  const item = items.get(name);
  if (!item) throw new DamagedZip(`The file does not contain ${name}.`);
  return item;
}

async function readList(file: FileHandle): Promise<Map<string, ZipItem>> {
  const { size: fileBytes } = await file.stat();
  const tail = await readAt(file, Math.max(0, fileBytes - MAX_END_BYTES), Math.min(fileBytes, MAX_END_BYTES));
  const at = findEnd(tail);
  let count = tail.readUInt16LE(at + 10);
  let size = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  if (at >= 20 && tail.readUInt32LE(at - 20) === SIGNATURE.end64Locator) {
    const end64 = await readAt(file, Number(tail.readBigUInt64LE(at - 12)), 56);
    if (end64.readUInt32LE(0) !== SIGNATURE.end64) throw new DamagedZip('The end of the file is damaged.');
    count = Number(end64.readBigUInt64LE(32));
    size = Number(end64.readBigUInt64LE(40));
    start = Number(end64.readBigUInt64LE(48));
  }
  if (size > MAX_LIST_BYTES || start + size > fileBytes)
    throw new DamagedZip('The directory of the ZIP file is damaged.');
  const list = await readAt(file, start, size);
  const items = new Map<string, ZipItem>();
  let place = 0;
  for (let index = 0; index < count; index += 1) {
    if (place + 46 > list.length || list.readUInt32LE(place) !== SIGNATURE.central)
      throw new DamagedZip('The directory of the ZIP file is damaged.');
    const nameLength = list.readUInt16LE(place + 28);
    const extraLength = list.readUInt16LE(place + 30);
    const noteLength = list.readUInt16LE(place + 32);
    if (place + 46 + nameLength + extraLength + noteLength > list.length)
      throw new DamagedZip('The directory of the ZIP file is damaged.');
    const extra = list.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength);
    const item = withLargeSizes(
      {
        name: list.toString('utf8', place + 46, place + 46 + nameLength),
        method: list.readUInt16LE(place + 10),
        crc: list.readUInt32LE(place + 16),
        packedBytes: list.readUInt32LE(place + 20),
        sizeBytes: list.readUInt32LE(place + 24),
        offset: list.readUInt32LE(place + 42),
      },
      extra,
    );
    items.set(item.name, item);
    place += 46 + nameLength + extraLength + noteLength;
  }
  return items;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === SIGNATURE.end && at + 22 + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  }
  throw new DamagedZip('This is not a ZIP file, or its end is missing.');
}

function withLargeSizes(item: ZipItem, extra: Buffer): ZipItem {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== EXTRA64) continue;
    let place = at + 4;
    const take = (given: number) => {
      if (given !== MAX_32) return given;
      const value = Number(extra.readBigUInt64LE(place));
      place += 8;
      return value;
    };
    return {
      ...item,
      sizeBytes: take(item.sizeBytes),
      packedBytes: take(item.packedBytes),
      offset: take(item.offset),
    };
  }
  return item;
}

async function* readItem(path: string, file: FileHandle, item: ZipItem): AsyncGenerator<Uint8Array> {
  const head = await readAt(file, item.offset, 30).catch((error: unknown) => {
    throw asDamage(error);
  });
  if (head.readUInt32LE(0) !== SIGNATURE.local)
    throw new DamagedZip(`The directory of the ZIP file points to a wrong place for ${item.name}.`);
  const start = item.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  let crc = 0;
  let sizeBytes = 0;
  if (item.packedBytes > Number.MAX_SAFE_INTEGER - start) throw new DamagedZip(`${item.name} is damaged.`);
  if (item.packedBytes > 0) {
    const packed = createReadStream(path, { start, end: start + item.packedBytes - 1 });
    const source =
      item.method === STORED
        ? packed
        : item.method === DEFLATED
          ? packed.pipe(createInflateRaw())
          : undefined;
    if (!source) throw new DamagedZip(`${item.name} uses a compression method that is not supported.`);
    packed.on('error', (error) => source.destroy(error));
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        crc = crc32(chunk, crc);
        sizeBytes += chunk.length;
        // A little that unpacks to very much is found here, not on a full disk.
        if (sizeBytes > item.sizeBytes) break;
        yield chunk;
      }
    } catch (error) {
      throw new DamagedZip(`${item.name} is damaged.`, { cause: error });
    } finally {
      packed.destroy();
    }
  }
  if (crc !== item.crc || sizeBytes !== item.sizeBytes) throw new DamagedZip(`${item.name} is damaged.`);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new DamagedZip('The file ends too early.');
  return buffer;
}
