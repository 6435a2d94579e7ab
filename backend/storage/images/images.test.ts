// Pictures in other sizes: what may be requested, what comes back, what is cached.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageHost, startStorageHost } from '../testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost();
  await host.service.storage.createBucket('pictures', { public: true });
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#d04020' } });
  await pictures().upload('wide.png', await picture.clone().png().toBuffer(), { contentType: 'image/png' });
  await pictures().upload('wide.jpg', await picture.clone().jpeg().toBuffer(), {
    contentType: 'image/jpeg',
    cacheControl: '77',
  });
  await pictures().upload('text.png', 'no picture', { contentType: 'image/png' });
  await pictures().upload('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', {
    contentType: 'image/png',
  });
  await pictures().upload('photo.heic', Buffer.from('00000018667479706865696300000000', 'hex'), {
    contentType: 'image/heic',
  });
});
afterAll(() => host.close());

const pictures = () => host.service.storage.from('pictures');
const storedRenders = () => readdir(join(host.directory, 'renders'));

async function look(answer: Response) {
  expect(answer.status).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return {
    width,
    height,
    format,
    type: answer.headers.get('content-type'),
    transformations: answer.headers.get('x-transformations'),
  };
}

describe('sizes', () => {
  test.each([
    [
      { width: 100, height: 100 },
      { width: 100, height: 100, transformations: 'height:100,width:100,resizing_type:fill' },
    ],
    [
      { width: 100, height: 100, resize: 'contain' as const, quality: 60 },
      { width: 100, height: 50, transformations: 'height:100,width:100,resizing_type:fit,quality:60' },
    ],
    [
      { width: 100, height: 100, resize: 'fill' as const },
      { width: 100, height: 100, transformations: 'height:100,width:100,resizing_type:force' },
    ],
    [{ width: 100 }, { width: 100, height: 50, transformations: 'width:100,resizing_type:fill' }],
    [{ width: 2000 }, { width: 400, height: 200 }],
  ])('%j', async (transform, expected) => {
    const answer = await fetch(pictures().getPublicUrl('wide.jpg', { transform }).data.publicUrl);
    expect(await look(answer)).toMatchObject({ ...expected, format: 'jpeg', type: 'image/jpeg' });
    expect(answer.headers.get('cache-control')).toBe('max-age=77');
  });

  test('a reader of WebP gets WebP, unless the format is to stay', async () => {
    const headers = { accept: 'image/webp,*/*' };
    const small = pictures().getPublicUrl('wide.png', { transform: { width: 50 } }).data.publicUrl;
    expect(await look(await fetch(small, { headers }))).toMatchObject({ format: 'webp', type: 'image/webp' });
    const same = pictures().getPublicUrl('wide.png', { transform: { width: 50, format: 'origin' } }).data
      .publicUrl;
    expect(await look(await fetch(same, { headers }))).toMatchObject({ format: 'png', type: 'image/png' });
  });

  test('the format can be asked for', async () => {
    const url = (format: string) =>
      `${pictures().getPublicUrl('wide.png').data.publicUrl.replace('/object/', '/render/image/')}?width=50&format=${format}`;
    const asked = await look(await fetch(url('webp'), { headers: { accept: 'image/png' } }));
    expect(asked).toMatchObject({ width: 50, format: 'webp', type: 'image/webp' });
    expect(asked.transformations).toBe('width:50,resizing_type:fill,format:webp');
    expect((await fetch(url('bmp'))).status).toBe(400);
  });

  test('a bucket that offers AVIF gives WebP first, and AVIF once it is made', async () => {
    await host.sql`update storage.buckets set avif_autodetection = true where id = 'pictures'`;
    const headers = { accept: 'image/avif,image/webp,*/*' };
    const url = pictures().getPublicUrl('wide.jpg', { transform: { width: 60 } }).data.publicUrl;
    expect(await look(await fetch(url, { headers }))).toMatchObject({ width: 60, type: 'image/webp' });
    await expect
      .poll(async () => look(await fetch(url, { headers })))
      .toMatchObject({ width: 60, height: 30, type: 'image/avif' });
    const forOthers = await fetch(url, { headers: { accept: 'image/webp,*/*' } });
    expect(await look(forOthers)).toMatchObject({ type: 'image/webp' });
    await host.sql`update storage.buckets set avif_autodetection = false where id = 'pictures'`;
  });

  test('by download and by signed link, which fixes the size', async () => {
    const { data } = await pictures().download('wide.png', { transform: { width: 40, height: 40 } });
    expect(
      (await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).metadata()).width,
    ).toBe(40);
    const link =
      (
        await pictures().createSignedUrl('wide.png', 60, {
          transform: { width: 30, height: 10, quality: 50 },
        })
      ).data?.signedUrl ?? '';
    expect(link).toContain('/render/image/sign/pictures/wide.png');
    expect(await look(await fetch(`${link}&width=400`))).toMatchObject({
      width: 30,
      height: 10,
      transformations: 'height:10,width:30,resizing_type:fill,quality:50',
    });
  });
});

test('a picture is made once, and forgotten with its object', async () => {
  await pictures().upload(
    'once.png',
    await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
      .png()
      .toBuffer(),
    { contentType: 'image/png' },
  );
  const before = (await storedRenders()).length;
  const url = pictures().getPublicUrl('once.png', { transform: { width: 20 } }).data.publicUrl;
  const answers = await Promise.all([fetch(url), fetch(url), fetch(url)]);
  const etags = new Set(answers.map((answer) => answer.headers.get('etag')));
  expect(etags.size).toBe(1);
  expect(await storedRenders()).toHaveLength(before + 1);
  const again = await fetch(url, { headers: { 'if-none-match': [...etags][0] ?? '' } });
  expect(again.status).toBe(304);
  await pictures().purgeCache('once.png', { transformations: true });
  expect(await storedRenders()).toHaveLength(before);
  await (await fetch(url)).arrayBuffer();
  await pictures().remove(['once.png']);
  await host.storage.sweep();
  expect(await storedRenders()).toHaveLength(before);
});

test.each([
  ['wide.png?width=2501', 'width must be a whole number from 1 to 2500'],
  ['wide.png?height=-1', 'height must be a whole number from 1 to 2500'],
  ['wide.png?quality=19', 'quality must be a whole number from 20 to 100'],
  ['wide.png?resize=crop', 'resize must be cover, contain or fill'],
  ['wide.png?format=avif', 'format must be origin or webp'],
  ['text.png?width=10', 'The object is not an image that can be transformed'],
  ['drawing.png?width=10', 'The object is not an image that can be transformed'],
  ['photo.heic?width=10', 'HEIC images cannot be transformed. Store the image as JPEG, PNG, WebP or AVIF'],
  ['none.png?width=10', 'Object not found'],
])('%s is rejected: %s', async (path, message) => {
  const answer = await host.ask(`GET /render/image/public/pictures/${path}`);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ message })]);
});
