// MPEG audio Layer III frames: their headers, where each begins, and how far its sound reaches back into the
// frames before it (the bit reservoir). Decodes no sound.

export interface FrameHeader {
  /** 1, 2 or 2.5: how MPEG names its versions. */
  version: 1 | 2 | 2.5;
  sampleRate: number;
  channels: 1 | 2;
  bitrateKbps: number;
  frameBytes: number;
  samples: number;
}

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 2.5: [11_025, 12_000, 8000] };
const HEADER_BYTES = 4;
// Within the side information of a granule: part2_3_length (12), big_values (9), global_gain (8), scalefac_compress (4).
const GRANULE_BITS = 59;
const GLOBAL_GAIN_BIT = 21;
const WINDOW_SWITCHING_BIT = 33;

export function readFrameHeader(bytes: Uint8Array, at = 0): FrameHeader | undefined {
  const [b0, b1, b2, b3] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (b0 !== 0xff || b1 === undefined || b2 === undefined || b3 === undefined) return undefined;
  // Eleven sync bits, then layer III.
  if ((b1 & 0xe0) !== 0xe0 || (b1 & 0x06) !== 0x02) return undefined;
  const versionBits = (b1 >> 3) & 3;
  if (versionBits === 1) return undefined;
  const version = versionBits === 3 ? 1 : versionBits === 2 ? 2 : 2.5;
  const bitrateKbps = (version === 1 ? BITRATES_V1 : BITRATES_V2)[b2 >> 4];
  const sampleRate = RATES[version][(b2 >> 2) & 3];
  if (!bitrateKbps || !sampleRate) return undefined;
  const samples = version === 1 ? 1152 : 576;
  const frameBytes = Math.floor((samples * 125 * bitrateKbps) / sampleRate) + ((b2 >> 1) & 1);
  return { version, sampleRate, channels: b3 >> 6 === 3 ? 1 : 2, bitrateKbps, frameBytes, samples };
}

/** Where the sound data of a frame begins: behind header, checksum and side information. */
export function mainDataOffset(frame: Uint8Array): number {
  const hasChecksum = ((frame[1] as number) & 1) === 0;
  return HEADER_BYTES + (hasChecksum ? 2 : 0) + sideInfoBytes(frame);
}

/** How many bytes before its own main data a frame's sound begins. */
export function reservoirBytes(frame: Uint8Array): number {
  const at = mainDataOffset(frame) - sideInfoBytes(frame);
  const isVersion1 = (((frame[1] as number) >> 3) & 3) === 3;
  const first = frame[at] ?? 0;
  return isVersion1 ? (first << 1) | ((frame[at + 1] ?? 0) >> 7) : first;
}

/** An encoder's information about the file (Xing, Info, VBRI), stored as a silent frame. */
export function isInfoFrame(frame: Uint8Array): boolean {
  const at = mainDataOffset(frame);
  const tag = String.fromCharCode(...frame.subarray(at, at + 4));
  const vbri = String.fromCharCode(...frame.subarray(36, 40));
  return tag === 'Xing' || tag === 'Info' || vbri === 'VBRI';
}

/**
 * True when the frame carries no sound at all: every granule of every channel has no scale factors and no samples.
 * Encoders write digital silence like this, so dead air is seen without decoding.
 */
export function isEmptyFrame(frame: Uint8Array): boolean {
  const header = readFrameHeader(frame);
  if (header?.version !== 1) return false;
  const first = firstGranuleBit(frame);
  for (let granule = 0; granule < 2 * header.channels; granule++) {
    if (readBits(frame, first + granule * GRANULE_BITS, 12) !== 0) return false;
  }
  return true;
}

/** True when no granule switches to short blocks or prepares for it: then it overlaps with any other of its kind. */
export function usesLongBlocks(frame: Uint8Array): boolean {
  return granuleBits(frame).every((at) => readBits(frame, at + WINDOW_SWITCHING_BIT, 1) === 0);
}

/** The same frame, quieter by steps of 1.5 dB: so many in its first half, so many in its second. */
export function attenuateFrame(frame: Uint8Array, steps: readonly [number, number]): Uint8Array {
  // A copy also where the frame is a Buffer, whose slices are views.
  const quieter = new Uint8Array(frame);
  const channels = channelsOf(frame);
  for (const [i, at] of granuleBits(frame).entries()) {
    const gain = readBits(frame, at + GLOBAL_GAIN_BIT, 8);
    writeBits(quieter, at + GLOBAL_GAIN_BIT, 8, Math.max(0, gain - steps[i < channels ? 0 : 1]));
  }
  return quieter;
}

/** Where the side information of each granule begins, of both channels in turn, in bits. MPEG 1 only. */
function granuleBits(frame: Uint8Array): number[] {
  const first = firstGranuleBit(frame);
  return Array.from({ length: 2 * channelsOf(frame) }, (_, granule) => first + granule * GRANULE_BITS);
}

/** Behind main_data_begin (9), private bits (5 or 3) and scfsi (4 a channel). */
function firstGranuleBit(frame: Uint8Array): number {
  const side = mainDataOffset(frame) - sideInfoBytes(frame);
  return side * 8 + (channelsOf(frame) === 1 ? 18 : 20);
}

function channelsOf(frame: Uint8Array): 1 | 2 {
  return (frame[3] as number) >> 6 === 3 ? 1 : 2;
}

function sideInfoBytes(frame: Uint8Array): number {
  const isVersion1 = (((frame[1] as number) >> 3) & 3) === 3;
  const isMono = (frame[3] as number) >> 6 === 3;
  if (isVersion1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

function readBits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}

function writeBits(bytes: Uint8Array, at: number, count: number, value: number): void {
  for (let i = 0; i < count; i++) {
    const bit = at + i;
    const mask = 0x80 >> (bit & 7);
    const isSet = ((value >> (count - 1 - i)) & 1) === 1;
    bytes[bit >> 3] = isSet ? (bytes[bit >> 3] as number) | mask : (bytes[bit >> 3] as number) & ~mask;
  }
}
