import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withoutCameraNotes } from './without-camera-notes.ts';

async function photograph(orientation: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Artist: 'Someone' }, IFD3: { GPSMapDatum: 'WGS-84' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
  return new Uint8Array(bytes);
}

it('a photograph keeps its pixels and which way is up, and loses place and owner', async () => {
  const before = await photograph(6);
  expect(Buffer.from(before).includes('WGS-84')).toBe(true);
  const after = withoutCameraNotes(before);
  expect(Buffer.from(after).includes('WGS-84')).toBe(false);
  expect(Buffer.from(after).includes('Someone')).toBe(false);
  const [was, is] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  expect(was.orientation).toBe(6);
  expect(is.orientation).toBe(6);
  const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
  expect(await pixels(after)).toEqual(await pixels(before));
});

it('what is no JPEG, or a broken one, comes back as it was', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const broken = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2]);
  expect(withoutCameraNotes(png)).toBe(png);
  expect(withoutCameraNotes(broken)).toBe(broken);
});
