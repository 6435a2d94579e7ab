// Attacks on signed links: the holder of one changes what its signer did not sign.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorageHost, startStorageHost } from './testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost();
  expect((await host.service.storage.createBucket('box')).error).toBeNull();
  const picture = sharp({ create: { width: 80, height: 80, channels: 3, background: 'red' } });
  const bytes = await picture.png().toBuffer();
  for (const name of ['a.png', 'b.png'])
    expect((await box().upload(name, bytes, { contentType: 'image/png' })).error).toBeNull();
});
afterAll(() => host?.close());

const box = () => host.service.storage.from('box');
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
const linkTo = async (transform?: { width: number; height: number }) =>
  (await box().createSignedUrl('a.png', 60, transform && { transform })).data?.signedUrl ?? '';
const codeOf = async (answer: Response) =>
  ((await answer.json().catch(() => ({}))) as { code?: string }).code;

describe('a link to a picture in one size', () => {
  it('is good for that size', async () => {
    const answer = await fetch(await linkTo({ width: 8, height: 8 }));
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(8);
  });

  it.each<[string, (url: string) => string]>([
    ['the original', (url) => url.replace('/render/image/sign/', '/object/sign/')],
    ['the original with a name', (url) => `${url.replace('/render/image/', '/object/')}&download=a.png`],
    ['another picture', (url) => url.replace('a.png', 'b.png')],
    ['the original for signed-in people', (url) => url.replace('/render/image/sign/', '/object/')],
    ['an upload', (url) => url.replace('/render/image/sign/', '/object/upload/sign/')],
    ['another token', (url) => url.replace('token=', 'token=x')],
  ])('does not open %s', async (_name, change) => {
    const url = change(await linkTo({ width: 8, height: 8 }));
    const method = url.includes('/upload/') ? 'PUT' : 'GET';
    const answer = await fetch(url, { method, ...(method === 'PUT' && { body: 'mine' }) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    'width=80',
    'width=80&height=80&resize=fill',
    'quality=100',
    'transform=width:80',
    'format=origin',
  ])('keeps its size whatever the address says: %s', async (query) => {
    const answer = await fetch(`${await linkTo({ width: 8, height: 8 })}&${query}`);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(8);
  });
});

describe('a link to upload with', () => {
  const put = async (name: string, token: string, headers: Record<string, string> = {}) =>
    fetch(`${host.url}/storage/v1/object/upload/sign/${name}?token=${token}`, {
      method: 'PUT',
      body: 'mine',
      headers,
    });

  it.each<[string, (token: string) => Promise<Response>, string]>([
    ['another name', (token) => put('box/d.png', token), 'InvalidSignature'],
    ['a folder', (token) => put('box/new.png/x', token), 'InvalidSignature'],
    ['another bucket', (token) => put('other/new.png', token), 'InvalidSignature'],
    ['a file that is there', (token) => put('box/a.png', token), 'InvalidSignature'],
    [
      'reading',
      (token) => fetch(`${host.url}/storage/v1/object/sign/box/new.png?token=${token}`),
      'InvalidSignature',
    ],
    [
      'the rights of a person',
      (token) => host.ask('GET /object/box/a.png', { headers: { authorization: `Bearer ${token}` } }),
      'NoSuchKey',
    ],
  ])('is not good for %s', async (_name, use, code) => {
    const { data } = await box().createSignedUploadUrl('new.png');
    expect(await codeOf(await use(data?.token ?? ''))).toBe(code);
  });

  it('replaces nothing, whatever the headers say, unless it was made to', async () => {
    const { data } = await box().createSignedUploadUrl('once.png');
    expect((await put('box/once.png', data?.token ?? '')).status).toBe(200);
    for (const value of ['true', 'TRUE', '1'])
      expect(await codeOf(await put('box/once.png', data?.token ?? '', { 'x-upsert': value }))).toBe(
        'KeyAlreadyExists',
      );
  });

  it('is no link to read with, and the other way round', async () => {
    const reading = tokenOf(await linkTo());
    expect(await codeOf(await put('box/a.png', reading))).toBe('InvalidSignature');
  });
});
