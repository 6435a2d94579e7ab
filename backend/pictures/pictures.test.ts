// Pictures made to harm: each is a clear error, and the next picture is made as before.
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openPictures } from './open-pictures.ts';

const pictures = openPictures();
afterAll(() => pictures.close());

const resize = (bytes: Buffer, storedType = 'image/png') =>
  pictures.run('resize', { storedType, width: 40, fit: 'cover', quality: 80 }, [bytes]);
const square = sharp({ create: { width: 60, height: 60, channels: 3, background: '#336699' } });
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A whole picture whose header is given another size. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const bytes = await square.clone().png().toBuffer();
  uint32(width).copy(bytes, 16);
  uint32(height).copy(bytes, 20);
  // The checksum of the header, so that it is believed.
  uint32(crc32(bytes.subarray(12, 29))).copy(bytes, 29);
  return bytes;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

async function jpegOf(width: number, height: number): Promise<Buffer> {
  const bytes = await square.clone().jpeg().toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

async function avifOf(width: number, height: number): Promise<Buffer> {
  const bytes = await square.clone().avif().toBuffer();
  const at = bytes.indexOf('ispe');
  uint32(width).copy(bytes, at + 8);
  uint32(height).copy(bytes, at + 12);
  return bytes;
}

async function tiffOf(width: number): Promise<Buffer> {
  const bytes = await square.clone().tiff({ compression: 'none' }).toBuffer();
  for (let at = bytes.readUInt32LE(4) + 2; at + 12 <= bytes.length; at += 12) {
    const tag = bytes.readUInt16LE(at);
    if (tag !== 256 && tag !== 257) continue;
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(width, at + 8);
  }
  return bytes;
}

/** WebP without loss: 14 bits each. */
async function webpOf(side: number): Promise<Buffer> {
  const bytes = await square.clone().webp({ lossless: true }).toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  bytes.writeUInt32LE(((side - 1) | ((side - 1) << 14)) >>> 0, at);
  return bytes;
}

function gifOf(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f904000a0000002c000000000100010000020244010000', 'hex').subarray(0, 23);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

const heic = (bytes: number) =>
  Buffer.concat([
    uint32(24),
    Buffer.from('ftypheic'),
    uint32(0),
    Buffer.from('mif1heic'),
    Buffer.alloc(bytes, 7),
  ]);
const svg = (inside: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`);
const laughs = `<!DOCTYPE svg [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, i) => {
  const name = String.fromCharCode(98 + i);
  const before = String.fromCharCode(97 + i);
  return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`;
}).join('')}]>`;

describe('a picture that', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
    ['has 500 megapixels as PNG', () => pngOf(25_000, 20_000), 'image/png', /more than 50 megapixels/],
    ['is as wide as a PNG can be', () => pngOf(0x7fffffff, 1), 'image/png', /megapixels|damaged/],
    ['is as large as a PNG can be', () => pngOf(0x7fffffff, 0x7fffffff), 'image/png', /megapixels|damaged/],
    ['has no size as PNG', () => pngOf(0, 0), 'image/png', /damaged/],
    ['is as large as a JPEG can be', () => jpegOf(65_500, 65_500), 'image/jpeg', /megapixels/],
    ['is as large as a WebP can be', () => webpOf(16_383), 'image/webp', /megapixels|damaged/],
    ['is an AVIF of 900 megapixels', () => avifOf(30_000, 30_000), 'image/avif', /megapixels|damaged/],
    ['is a TIFF of 10,000 megapixels', () => tiffOf(100_000), 'image/tiff', /megapixels|damaged/],
    ['has 5,000 frames', () => gifOf(5000), 'image/gif', /more than 500 frames|damaged/],
    ['is a HEIC', () => heic(2000), 'image/heic', /HEIC images cannot be transformed/],
    ['is a HEIC that was cut off', () => heic(2), 'image/heic', /HEIC images cannot be transformed/],
    [
      'is an AVIF that was cut off',
      async () => (await avifOf(60, 60)).subarray(0, 120),
      'image/avif',
      /damaged/,
    ],
    [
      'is an SVG of 20 MB',
      () => svg('<path d="M0 0H9V9z"/>'.repeat(10 ** 6)),
      'image/svg+xml',
      /larger than 2 MB/,
    ],
    ['is an SVG whose entities grow', () => svg(`<text>&m;</text>`, laughs), 'image/svg+xml', /damaged/],
    [
      'is an SVG of a million pixels a side',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>'),
      'image/svg+xml',
      /megapixels|damaged/,
    ],
    ['is no picture', () => Buffer.from('a letter'), 'image/png', /not an image/],
    ['is empty', () => Buffer.alloc(0), 'image/png', /not an image/],
    ['is one byte', () => Buffer.from([0x89]), 'image/png', /not an image/],
    ['is only a head', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png', /damaged/],
  ])('%s is a clear error', async (_what, make, type, message) => {
    await expect(resize(await make(), type)).rejects.toMatchObject({
      failure: 'rejected',
      message: expect.stringMatching(message),
    });
    expect((await resize(await square.clone().png().toBuffer())).contentType).toBe('image/png');
  });

  it.each([
    ['an SVG', svg('<rect width="9" height="9"/>')],
    ['an SVG behind spaces', svg('', '  \n')],
    ['an SVG behind a byte order mark', svg('', '\uFEFF')],
    ['an SVG behind a declaration', svg('', '<?xml version="1.0"?>')],
    ['an SVG behind a comment', svg('', '<!-- PNG -->')],
    ['an SVG in UTF-16', Buffer.from(`\uFEFF${svg('')}`, 'utf16le')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['a PPM', Buffer.from('P6 1 1 255\n\0\0\0', 'latin1')],
    [
      'a Radiance picture',
      Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\0\0\0\0', 'latin1'),
    ],
    ['a BMP', Buffer.from('424d3a0000000000000036000000', 'hex')],
    ['a JPEG 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
    ['a JPEG XL', Buffer.from('0000000c4a584c200d0a870a', 'hex')],
    ['a MATLAB file', Buffer.from('MATLAB 5.0 MAT-file')],
    ['a FITS file', Buffer.from('SIMPLE  =                    T')],
    ['a table of numbers', Buffer.from('1,2,3\n4,5,6\n')],
  ])('%s stored as a PNG is not decoded', async (_what, bytes) => {
    for (const type of ['image/png', 'image/jpeg', 'application/octet-stream', 'text/html', 'image/svg'])
      await expect(resize(bytes, type)).rejects.toThrow(/not an image/);
  });

  it('refers to files of this machine gets none of them', async () => {
    for (const href of ['file:///etc/passwd', '/etc/passwd', 'http://127.0.0.1:1/', '../package.json']) {
      const drawing = svg(`<image width="100" height="100" href="${href}"/>`);
      const { bytes } = await resize(drawing, 'image/svg+xml');
      const { channels } = await sharp(bytes).ensureAlpha().stats();
      expect(channels[3]?.max, href).toBe(0);
    }
  });

  it('is large but allowed is made within the limit of memory', async () => {
    const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 4, background: '#11223344' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(300_000);
    expect((await resize(bomb)).contentType).toBe('image/png');
  });
});
