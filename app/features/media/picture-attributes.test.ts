import { describe, expect, it } from 'vitest';
import type { Media } from '#contracts/media.ts';
import { pictureAttributes } from './picture-attributes.ts';

const media: Media = {
  id: '6f1c1d1e-0000-4000-8000-000000000000',
  path: '6f1c1d1e-0000-4000-8000-000000000000/abcdefgh.jpg',
  alt: 'A loom in the morning',
  credit: 'Ana Sol',
  width: 1600,
  height: 1200,
  colour: '#8a7f70',
  focal_x: 0.25,
  focal_y: 0.6666,
};

describe('a picture on a page', () => {
  it('is offered in widths up to its own and never wider', () => {
    const { srcSet } = pictureAttributes(media, { storageUrl: '', sizes: '100vw' });
    expect([...srcSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))).toEqual([
      320, 480, 768, 1080, 1440, 1600,
    ]);
    expect(srcSet).toContain('/storage/v1/render/image/public/media/6f1c1d1e');
  });

  it('is cut around its focal point when a shape is asked for', () => {
    const { style, width, height } = pictureAttributes(media, {
      storageUrl: '',
      sizes: '100vw',
      ratio: [7, 4],
    });
    expect(style).toEqual({
      aspectRatio: '7 / 4',
      backgroundColor: '#8a7f70',
      objectFit: 'cover',
      objectPosition: '25% 66.7%',
    });
    expect([width, height]).toEqual([700, 400]);
  });

  it('stays whole without one, and nothing shines through a picture with transparent parts', () => {
    const drawing = { ...media, path: media.path.replace('.jpg', '.png') };
    const { style } = pictureAttributes(drawing, { storageUrl: '', sizes: '100vw' });
    expect(style).toEqual({ aspectRatio: '1600 / 1200' });
    const photograph = { ...media, path: media.path.replace('.jpg', '.avif') };
    expect(pictureAttributes(photograph, { storageUrl: '', sizes: '100vw' }).style).toEqual({
      aspectRatio: '1600 / 1200',
      backgroundColor: '#8a7f70',
    });
  });

  it('comes from the hosted backend where there is one', () => {
    const { src } = pictureAttributes(media, { storageUrl: 'https://abc.supabase.test', sizes: '100vw' });
    expect(src).toMatch(/^https:\/\/abc\.supabase\.test\/storage\/v1\/render\/image\/public\/media\//);
  });
});
