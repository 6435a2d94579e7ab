// M4A and MP4: finds the audio track and returns its packets in order, each with an ADTS header, so that they can
// be decoded like a stream. Fragmented files and audio other than AAC are not read here: the result says which.
import { ADTS_RATES, type AdtsFacts, withAdtsHead } from '../audio/adts.ts';

export type M4aFile = { codec: 'aac'; packets: Generator<Uint8Array> } | { codec: 'other'; name: string };

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const SOUND = 'soun';
const SBR = 5;
const PARAMETRIC_STEREO = 29;
const LOW_COMPLEXITY = 2;

interface Box {
  type: string;
  body: Buffer;
}

export function readM4a(bytes: Buffer): M4aFile {
  const track = soundTrack(bytes);
  if (!track) throw new Error('This file contains no audio.');
  const entry = boxesOf((track.get('stsd') ?? Buffer.alloc(8)).subarray(8))[0];
  if (!entry) throw new Error('The file does not declare its audio format.');
  const isInFragments = (track.get('stsz')?.readUInt32BE(8) ?? 0) === 0;
  if (entry.type !== 'mp4a' || isInFragments)
    return { codec: 'other', name: isInFragments ? 'fragmented MP4' : entry.type.trim() };
  const facts = readFacts(entry.body);
  return facts ? { codec: 'aac', packets: packetsOf(bytes, track, facts) } : { codec: 'other', name: 'mp4a' };
}

/** The tables of the first audio track, by name. */
function soundTrack(bytes: Buffer): Map<string, Buffer> | undefined {
  const moov = boxesOf(bytes).find(({ type }) => type === 'moov');
  if (!moov) throw new Error('The file is incomplete: its index is missing.');
  for (const { type, body } of boxesOf(moov.body)) {
    if (type !== 'trak') continue;
    const found = new Map<string, Buffer>();
    const collect = (inside: Buffer) => {
      for (const box of boxesOf(inside)) {
        if (CONTAINERS.has(box.type)) collect(box.body);
        else found.set(box.type, box.body);
      }
    };
    collect(body);
    if (found.get('hdlr')?.toString('latin1', 8, 12) === SOUND) return found;
  }
  return undefined;
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) break;
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + head, at + size),
    });
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

function* packetsOf(bytes: Buffer, track: Map<string, Buffer>, facts: AdtsFacts): Generator<Uint8Array> {
  const table = (name: string) => track.get(name) ?? Buffer.alloc(8);
  const sizes = table('stsz');
  const oneSize = sizes.readUInt32BE(4);
  const count = sizes.readUInt32BE(8);
  const runs = table('stsc');
  const isLong = track.has('co64');
  const chunks = isLong ? table('co64') : table('stco');
  const chunkCount = chunks.readUInt32BE(4);
  const runCount = runs.readUInt32BE(4);
  let packet = 0;
  for (let chunk = 0, run = 0; chunk < chunkCount && packet < count; chunk++) {
    if (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run++;
    const inChunk = runs.readUInt32BE(8 + run * 12 + 4);
    let at = isLong ? Number(chunks.readBigUInt64BE(8 + chunk * 8)) : chunks.readUInt32BE(8 + chunk * 4);
    for (let i = 0; i < inChunk && packet < count; i++, packet++) {
      const size = oneSize || sizes.readUInt32BE(12 + packet * 4);
      if (at + size > bytes.length)
        throw new Error('The file is incomplete: it ends in the middle of the audio.');
      if (size > 0) yield withAdtsHead(bytes.subarray(at, at + size), facts);
      at += size;
    }
  }
}
