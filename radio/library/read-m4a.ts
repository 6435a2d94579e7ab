// M4A and MP4: finds the audio track and returns its packets in order, each with an ADTS header, so that they can
// be decoded like a stream. Fragmented files and audio other than AAC are not read here: the result says which.
import { ADTS_RATES, type AdtsFacts, withAdtsHead } from '../audio/adts.ts';
import type { SoundFile } from './sound-file.ts';

export type M4aFile = { codec: 'aac'; packets: Generator<Uint8Array> } | { codec: 'other'; name: string };

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const SOUND = 'soun';
// Four hours of the shortest frames at the highest rate are 1.4 million packets, with some MB of tables.
const MAX_PACKETS = 2_000_000;
const MAX_PACKET_BYTES = 8000;
const MAX_INDEX_BYTES = 64 * 2 ** 20;
const MAX_BOXES = 10_000;
const MAX_DEPTH = 8;
const SBR = 5;
const PARAMETRIC_STEREO = 29;
const LOW_COMPLEXITY = 2;

interface Box {
  type: string;
  body: Buffer;
}

export function readM4a(file: SoundFile): M4aFile {
  const track = soundTrack(file);
  if (!track) throw new Error('This file contains no audio.');
  const entry = boxesOf((track.get('stsd') ?? Buffer.alloc(8)).subarray(8))[0];
  if (!entry) throw new Error('The file does not declare its audio format.');
  const isInFragments = numberAt(track.get('stsz'), 8) === 0;
  if (entry.type !== 'mp4a' || isInFragments)
    return { codec: 'other', name: isInFragments ? 'fragmented MP4' : entry.type.trim() };
  const facts = readFacts(entry.body);
  return facts ? { codec: 'aac', packets: packetsOf(file, track, facts) } : { codec: 'other', name: 'mp4a' };
}

/** The tables of the first audio track, by name. */
function soundTrack(file: SoundFile): Map<string, Buffer> | undefined {
  for (const { type, body } of boxesOf(readIndex(file))) {
    if (type !== 'trak') continue;
    const found = new Map<string, Buffer>();
    const collect = (inside: Buffer, depth: number) => {
      for (const box of boxesOf(inside)) {
        if (CONTAINERS.has(box.type) && depth < MAX_DEPTH) collect(box.body, depth + 1);
        else found.set(box.type, box.body);
      }
    };
    collect(body, 0);
    if (found.get('hdlr')?.toString('latin1', 8, 12) === SOUND) return found;
  }
  return undefined;
}

/** The body of the box "moov", which may lie behind the sound. */
function readIndex(file: SoundFile): Buffer {
  let at = 0;
  for (let count = 0; at + 8 <= file.size && count < MAX_BOXES; count++) {
    const head = file.read(at, 16);
    const { type, headBytes, size } = readBoxHead(head, file.size - at);
    if (size < headBytes) break;
    if (type === 'moov') {
      if (size > MAX_INDEX_BYTES) throw new Error('The index of the file is too large.');
      return file.read(at + headBytes, size - headBytes);
    }
    at += size;
  }
  throw new Error('The file is incomplete: its index is missing.');
}

/** A size of 0 means "to the end". */
function readBoxHead(head: Buffer, left: number): { type: string; headBytes: number; size: number } {
  const short = head.readUInt32BE(0);
  const isLong = short === 1 && head.length >= 16;
  return {
    type: head.toString('latin1', 4, 8),
    headBytes: isLong ? 16 : 8,
    size: isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? left : short,
  };
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const { type, headBytes, size } = readBoxHead(bytes.subarray(at, at + 16), bytes.length - at);
    if (size < headBytes) break;
    boxes.push({ type, body: bytes.subarray(at + headBytes, at + size) });
    at += size;
  }
  return boxes;
}

/** The decoder configuration from the audio entry. Undefined when only another decoder could use it. */
function readFacts(entry: Buffer): AdtsFacts | undefined {
  // QuickTime wrote longer entries, with the description in a box of its own.
  const version = entry.length >= 28 ? entry.readUInt16BE(8) : 0;
  const boxes = boxesOf(entry.subarray(28 + (version === 1 ? 16 : version === 2 ? 36 : 0)));
  const wave = boxes.find(({ type }) => type === 'wave');
  const esds = [...boxes, ...(wave ? boxesOf(wave.body) : [])].find(({ type }) => type === 'esds');
  const config = esds && decoderConfig(esds.body.subarray(4));
  if (!config || config.length < 2) return undefined;
  const read = bitReader(config);
  const kind = readKind(read);
  const rateIndex = readRate(read);
  const channels = read(4);
  const isExtended = kind === SBR || kind === PARAMETRIC_STEREO;
  if (isExtended) readRate(read);
  const profile = isExtended ? readKind(read) : kind;
  if (profile < 1 || profile > 4 || rateIndex < 0 || channels < 1 || channels > 7) return undefined;
  return { profile: isExtended ? LOW_COMPLEXITY : profile, rateIndex, channels };
}

/** Nested descriptors: the third contains the decoder configuration. */
function decoderConfig(bytes: Buffer): Buffer | undefined {
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++];
    let length = 0;
    for (let more = 0x80; more & 0x80 && at < bytes.length; at++) {
      more = bytes[at] as number;
      length = length * 128 + (more & 0x7f);
    }
    if (tag === 0x05) return bytes.subarray(at, at + length);
    if (tag === 0x03) {
      const flags = bytes[at + 2] ?? 0;
      at +=
        3 + (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + (bytes[at + 3] ?? 0) : 0) + (flags & 0x20 ? 2 : 0);
    } else if (tag === 0x04) at += 13;
    else at += length;
  }
  return undefined;
}

function bitReader(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) {
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
}

function readKind(read: (count: number) => number): number {
  const kind = read(5);
  return kind === 31 ? 32 + read(6) : kind;
}

/** -1 for a rate that no header can express. */
function readRate(read: (count: number) => number): number {
  const index = read(4);
  if (index === 15) return ADTS_RATES.indexOf(read(24));
  return index < ADTS_RATES.length ? index : -1;
}

function* packetsOf(file: SoundFile, track: Map<string, Buffer>, facts: AdtsFacts): Generator<Uint8Array> {
  const sizes = track.get('stsz');
  const oneSize = numberAt(sizes, 4);
  const count = entriesOf(sizes, { countAt: 8, entryBytes: oneSize ? 0 : 4 });
  const runs = track.get('stsc');
  const runCount = entriesOf(runs, { countAt: 4, entryBytes: 12 });
  const isLong = track.has('co64');
  const chunks = track.get(isLong ? 'co64' : 'stco');
  const chunkCount = entriesOf(chunks, { countAt: 4, entryBytes: isLong ? 8 : 4 });
  if (count > MAX_PACKETS) throw new Error('The file is longer than four hours.');
  let packet = 0;
  for (let chunk = 0, run = 0; chunk < chunkCount && packet < count; chunk++) {
    if (run + 1 < runCount && numberAt(runs, 8 + (run + 1) * 12) <= chunk + 1) run++;
    const inChunk = numberAt(runs, 8 + run * 12 + 4);
    let at = isLong ? Number(chunks?.readBigUInt64BE(8 + chunk * 8)) : numberAt(chunks, 8 + chunk * 4);
    for (let i = 0; i < inChunk && packet < count; i++, packet++) {
      const size = oneSize || numberAt(sizes, 12 + packet * 4);
      if (at + size > file.size)
        throw new Error('The file is incomplete: it ends in the middle of the audio.');
      if (size > MAX_PACKET_BYTES) throw new Error('The audio in this file is damaged.');
      if (size > 0) yield withAdtsHead(file.read(at, size), facts);
      at += size;
    }
  }
}

/** How many entries a table declares; they must be there. */
function entriesOf(
  table: Buffer | undefined,
  { countAt, entryBytes }: { countAt: number; entryBytes: number },
): number {
  const count = numberAt(table, countAt);
  if (countAt + 4 + count * entryBytes > (table?.length ?? 0))
    throw new Error('The file is damaged: its index is incomplete.');
  return count;
}

function numberAt(table: Buffer | undefined, at: number): number {
  return table && at + 4 <= table.length ? table.readUInt32BE(at) : 0;
}
