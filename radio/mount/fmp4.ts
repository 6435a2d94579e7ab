// AAC packets as fragmented MP4 (ISO/IEC 14496-12, CMAF): one init segment, and media segments of one fragment each, with
// the title as an ID3 tag in an event message. Writes boxes, nothing else.
import { PACKET_FORMATS } from '../audio/packet-format.ts';

const { packetSamples, sampleRate } = PACKET_FORMATS.aac;
const ADTS_HEAD_BYTES = 7;
const TRACK_ID = 1;
// AAC Low Complexity, 44.1 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1).
const AUDIO_SPECIFIC_CONFIG = Buffer.from([0x12, 0x10]);
const MAX_BITRATE = PACKET_FORMATS.aac.bitrateKbps * 1000;
const ID3_SCHEME = 'https://aomedia.org/emsg/ID3';
// Every sample can be decoded by itself.
const SYNC_SAMPLE = 0x02_00_00_00;

export interface Fragment {
  sequence: number;
  /** When it begins, in samples. */
  startSamples: number;
  /** With their ADTS heads, which are left out. */
  frames: readonly Uint8Array[];
  /** Title and artist as an ID3 tag. */
  id3: Buffer;
}

export function initSegment(): Buffer {
  return Buffer.concat([box('ftyp', text('iso6'), u32(0), text('iso6cmfcmp41')), box('moov', ...movie())]);
}

export function mediaSegment({ sequence, startSamples, frames, id3 }: Fragment): Buffer {
  const packets = frames.map((frame) => frame.subarray(ADTS_HEAD_BYTES));
  const fragment = (dataOffset: number) =>
    box(
      'moof',
      fullBox('mfhd', { flags: 0 }, u32(sequence >>> 0)),
      box(
        'traf',
        // Offsets count from this box; all samples have one length.
        fullBox('tfhd', { flags: 0x02_00_28 }, u32(TRACK_ID), u32(packetSamples), u32(SYNC_SAMPLE)),
        fullBox('tfdt', { version: 1, flags: 0 }, u64(startSamples)),
        fullBox(
          'trun',
          { flags: 0x00_02_01 },
          u32(packets.length),
          u32(dataOffset),
          ...packets.map(({ length }) => u32(length)),
        ),
      ),
    );
  const boxHead = 8;
  const head = fragment(fragment(0).length + boxHead);
  const duration = frames.length * packetSamples;
  return Buffer.concat([
    box('styp', text('msdh'), u32(0), text('msdhcmfs')),
    eventMessage({ startSamples, duration, sequence, id3 }),
    head,
    box('mdat', ...packets),
  ]);
}

function eventMessage({
  startSamples,
  duration,
  sequence,
  id3,
}: Omit<Fragment, 'frames'> & { duration: number }): Buffer {
  return fullBox(
    'emsg',
    { version: 1, flags: 0 },
    u32(sampleRate),
    u64(startSamples),
    u32(duration),
    u32(sequence >>> 0),
    text(`${ID3_SCHEME}\0`),
    text('\0'),
    id3,
  );
}

function movie(): Buffer[] {
  const matrix = [0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00].map(u32);
  const times = [u32(0), u32(0)];
  const soundTable = box(
    'stbl',
    fullBox('stsd', { flags: 0 }, u32(1), soundEntry()),
    fullBox('stts', { flags: 0 }, u32(0)),
    fullBox('stsc', { flags: 0 }, u32(0)),
    fullBox('stsz', { flags: 0 }, u32(0), u32(0)),
    fullBox('stco', { flags: 0 }, u32(0)),
  );
  const media = box(
    'mdia',
    // The language is "und".
    fullBox('mdhd', { flags: 0 }, ...times, u32(sampleRate), u32(0), u16(0x55_c4), u16(0)),
    fullBox('hdlr', { flags: 0 }, u32(0), text('soun'), Buffer.alloc(12), text('onda\0')),
    box(
      'minf',
      fullBox('smhd', { flags: 0 }, u32(0)),
      box('dinf', fullBox('dref', { flags: 0 }, u32(1), fullBox('url ', { flags: 1 }))),
      soundTable,
    ),
  );
  const volume = [u16(0), u16(0), u16(0x1_00), u16(0)];
  return [
    fullBox(
      'mvhd',
      { flags: 0 },
      ...times,
      u32(sampleRate),
      u32(0),
      u32(0x1_00_00),
      u16(0x1_00),
      Buffer.alloc(10),
      ...matrix,
      Buffer.alloc(24),
      u32(TRACK_ID + 1),
    ),
    box(
      'trak',
      fullBox(
        'tkhd',
        { flags: 3 },
        ...times,
        u32(TRACK_ID),
        u32(0),
        u32(0),
        Buffer.alloc(8),
        ...volume,
        ...matrix,
        u32(0),
        u32(0),
      ),
      media,
    ),
    box(
      'mvex',
      fullBox('trex', { flags: 0 }, u32(TRACK_ID), u32(1), u32(packetSamples), u32(0), u32(SYNC_SAMPLE)),
    ),
  ];
}

function soundEntry(): Buffer {
  const decoderConfig = descriptor(
    4,
    // MPEG-4 audio, an audio stream, a buffer of 6 kB.
    Buffer.from([0x40, 0x15, 0, 0x18, 0]),
    u32(MAX_BITRATE),
    u32(MAX_BITRATE),
    descriptor(5, AUDIO_SPECIFIC_CONFIG),
  );
  const streamDescriptor = descriptor(
    3,
    u16(0),
    Buffer.from([0]),
    decoderConfig,
    descriptor(6, Buffer.from([2])),
  );
  return box(
    'mp4a',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(2),
    u16(16),
    u32(0),
    u32(sampleRate * 0x1_00_00),
    fullBox('esds', { flags: 0 }, streamDescriptor),
  );
}

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(length), text(type), ...content], length);
}

function fullBox(
  type: string,
  { version = 0, flags }: { version?: number; flags: number },
  ...content: readonly Uint8Array[]
): Buffer {
  return box(type, u32(version * 0x1_00_00_00 + flags), ...content);
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
