// Removes metadata from a JPEG: location, owner, serial number. Only the orientation stays, because without it a
// phone's picture would be rotated. The pixels are not changed.

const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

/** Unchanged if this is not a JPEG, or one that cannot be parsed. */
export function withoutCameraNotes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes;
  const retained: Uint8Array<ArrayBuffer>[] = [];
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return bytes;
    if (marker === START_OF_SCAN) break;
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    if (end > bytes.length || end < at + 4) return bytes;
    const segment = bytes.subarray(at, end);
    if (marker === APP1) orientation = readOrientation(segment) ?? orientation;
    if (marker !== APP1 && marker !== APP13 && marker !== COMMENT) retained.push(segment);
    at = end;
  }
  const head = [bytes.subarray(0, 2), ...(orientation === 1 ? [] : [orientationSegment(orientation)])];
  return joined([...head, ...retained, bytes.subarray(at)]);
}

/** Only the orientation of the Exif data; nothing when the segment has none. */
function readOrientation(segment: Uint8Array): number | undefined {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const tiff = 10;
  if (segment.length < tiff + 8 || String.fromCharCode(...segment.subarray(4, 8)) !== 'Exif')
    return undefined;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > segment.length) return undefined;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > segment.length) return undefined;
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff, 0, 0, 0, 0];
  return new Uint8Array([0xff, APP1, 0, body.length + 2, ...body]);
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
