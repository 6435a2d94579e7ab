// How stored files are read, found and shared, through the official client over a real socket.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageHost, startStorageHost } from './testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost();
});
afterAll(() => host.close());

let counter = 0;
async function newBucket(
  options: { public?: boolean; fileSizeLimit?: number | string; allowedMimeTypes?: string[] } = {},
) {
  counter += 1;
  const id = `bucket-${counter}`;
  const { error } = await host.service.storage.createBucket(id, { public: false, ...options });
  expect(error).toBeNull();
  return { id, from: host.service.storage.from(id) };
}

describe('reading', () => {
  test('ranges, conditions and names to save under', async () => {
    const { from, id } = await newBucket({ public: true });
    await from.upload('a.txt', '0123456789', { cacheControl: '99' });
    const url = from.getPublicUrl('a.txt').data.publicUrl;
    const whole = await fetch(url);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain;charset=UTF-8',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=99',
      'x-robots-tag': 'none',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    await whole.body?.cancel();
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(url, { headers });
      return [answer.status, answer.headers.get('content-range'), await answer.text()];
    };
    expect(await get({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await get({ range: 'bytes=7-' })).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await get({ range: 'bytes=-3' })).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await get({ range: 'bytes=5-99' })).toEqual([206, 'bytes 5-9/10', '56789']);
    expect((await get({ range: 'bytes=10-' })).slice(0, 2)).toEqual([416, 'bytes */10']);
    expect(await get({ range: 'lines=1-2' })).toEqual([200, null, '0123456789']);
    expect(await get({ range: 'bytes=2-4', 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
    const etag = whole.headers.get('etag') ?? '';
    expect(await get({ 'if-none-match': `"x", ${etag}` })).toEqual([304, null, '']);
    expect(await get({ 'if-none-match': '"x"' })).toEqual([200, null, '0123456789']);
    expect(await get({ 'if-modified-since': whole.headers.get('last-modified') ?? '' })).toEqual([
      304,
      null,
      '',
    ]);
    expect(await get({ 'if-modified-since': new Date(0).toUTCString() })).toEqual([200, null, '0123456789']);
    const saved = await fetch(from.getPublicUrl('a.txt', { download: 'mú sica.txt' }).data.publicUrl);
    expect(saved.headers.get('content-disposition')).toBe(
      "attachment; filename=m%C3%BA%20sica.txt; filename*=UTF-8''m%C3%BA%20sica.txt;",
    );
    const head = await host.ask(`HEAD /object/${id}/a.txt`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  });

  test('what is not public is not there for the public', async () => {
    const { from, id } = await newBucket();
    await from.upload('a.txt', 'a');
    const answer = await fetch(from.getPublicUrl('a.txt').data.publicUrl);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
    ]);
    expect((await host.anon.storage.from(id).download('a.txt')).error).toMatchObject({ code: 'NoSuchKey' });
    const bare = await fetch(`${host.url}/storage/v1/object/${id}/a.txt`);
    expect(await bare.json()).toMatchObject({ message: 'Invalid Compact JWS' });
    const wrong = await host.ask(`GET /object/${id}/a.txt`, { headers: { authorization: 'Bearer a.b.c' } });
    expect(await wrong.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
  });

  test('what a browser could run is boxed in', async () => {
    const { from } = await newBucket({ public: true });
    for (const [name, type] of [
      ['a.html', 'text/html'],
      ['a.svg', 'image/svg+xml'],
    ] as const) {
      await from.upload(name, '<script>alert(1)</script>', { contentType: type });
      const answer = await fetch(from.getPublicUrl(name).data.publicUrl);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('what is stored is no program of a page here', async () => {
    const { from } = await newBucket({ public: true });
    await from.upload('a.js', 'alert(1)', { contentType: 'text/javascript' });
    const url = from.getPublicUrl('a.js').data.publicUrl;
    const as = (dest: string, site: string) =>
      host.ask(`GET ${url.slice(url.indexOf('/object'))}`, {
        headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site },
      });
    expect(await (await as('script', 'same-origin')).json()).toMatchObject({ code: 'AccessDenied' });
    expect(await (await as('serviceworker', 'same-origin')).json()).toMatchObject({ code: 'AccessDenied' });
    expect(await (await as('script', 'cross-site')).text()).toBe('alert(1)');
    expect(await (await as('document', 'none')).text()).toBe('alert(1)');
  });

  test('signed links open one object until they expire', async () => {
    const { from } = await newBucket();
    await from.upload('a b.txt', 'a');
    await from.upload('b.txt', 'b');
    const link = await from.createSignedUrl('a b.txt', 60, { download: 'x.txt' });
    const answer = await fetch(link.data?.signedUrl ?? '');
    expect([await answer.text(), answer.headers.get('content-disposition')]).toEqual([
      'a',
      "attachment; filename=x.txt; filename*=UTF-8''x.txt;",
    ]);
    const other = await fetch((link.data?.signedUrl ?? '').replace('a%20b.txt', 'b.txt'));
    expect(await other.json()).toMatchObject({ code: 'InvalidSignature' });
    const forged = await fetch(`${link.data?.signedUrl}x`.replace('token=', 'token=x'));
    expect(await forged.json()).toMatchObject({ code: 'InvalidJWT' });
    expect((await from.createSignedUrl('nowhere', 60)).error).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
    });
    const many = await from.createSignedUrls(['b.txt', 'nowhere'], 60);
    expect(many.data?.map(({ path, error }) => [path, error])).toEqual([
      ['b.txt', null],
      ['nowhere', 'Either the object does not exist or you do not have access to it'],
    ]);
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? '')).text()).toBe('b');
  });

  test('signed uploads put one object, once unless upsert', async () => {
    const { from, id } = await newBucket();
    const link = await from.createSignedUploadUrl('up/a.txt');
    const put = (token: string, path = 'up/a.txt') =>
      host.anon.storage.from(id).uploadToSignedUrl(path, token, 'new');
    expect((await put(link.data?.token ?? '')).data).toEqual({
      path: 'up/a.txt',
      fullPath: `${id}/up/a.txt`,
    });
    expect((await put(link.data?.token ?? '')).error).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
    });
    expect((await put(link.data?.token ?? '', 'up/b.txt')).error).toMatchObject({ code: 'InvalidSignature' });
    const again = await from.createSignedUploadUrl('up/a.txt', { upsert: true });
    expect((await put(again.data?.token ?? '')).error).toBeNull();
    expect((await from.createSignedUploadUrl('up/a.txt')).error).toMatchObject({ code: 'KeyAlreadyExists' });
    const reading = await from.createSignedUrl('up/a.txt', 60);
    const readToken = new URL(reading.data?.signedUrl ?? '').searchParams.get('token') ?? '';
    expect((await put(readToken)).error).toMatchObject({ code: 'InvalidSignature' });
  });
});

describe('listing', () => {
  test('shows one folder at a time', async () => {
    const { from } = await newBucket();
    for (const name of ['b.txt', 'a.txt', 'sub/one.txt', 'sub/deep/two.txt', 'subway.txt', '1_0/x'])
      await from.upload(name, name);
    const names = (data: { name: string; id: string | null }[] | null) =>
      data?.map(({ name, id }) => (id ? name : `${name}/`));
    expect(names((await from.list()).data)).toEqual(['1_0/', 'a.txt', 'b.txt', 'sub/', 'subway.txt']);
    expect(names((await from.list('sub')).data)).toEqual(['deep/', 'one.txt']);
    expect(names((await from.list('', { search: 'sub' })).data)).toEqual(['sub/', 'subway.txt']);
    expect(names((await from.list('', { search: '_' })).data)).toEqual([]);
    expect(
      names((await from.list('', { sortBy: { column: 'name', order: 'desc' }, limit: 2, offset: 1 })).data),
    ).toEqual(['sub/', 'b.txt']);
    expect(
      names((await from.list('', { sortBy: { column: 'created_at', order: 'desc' }, limit: 3 })).data),
    ).toEqual(['sub/', '1_0/', 'subway.txt']);
    expect(names((await from.list('sub/one.txt', { exactMatch: true })).data)).toEqual(['one.txt']);
    const [file] = (await from.list('sub', { search: 'one' })).data ?? [];
    expect(file?.metadata).toMatchObject({
      size: 11,
      mimetype: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=3600',
      contentLength: 11,
      httpStatusCode: 200,
    });
    expect((await from.list('', { sortBy: { column: 'version' } })).error).toMatchObject({
      code: 'InvalidRequest',
    });
  });

  test('pages through everything under a prefix', async () => {
    const { from } = await newBucket();
    const all = ['a/1', 'a/2', 'a/b/1', 'a/b/2', 'a/c', 'b'];
    for (const name of all) await from.upload(name, name);
    const pages: string[][] = [];
    for (let cursor: string | undefined; ; ) {
      const { data } = await from.listV2({ prefix: 'a/', limit: 2, cursor });
      pages.push(data?.objects.map(({ name }) => name) ?? []);
      cursor = data?.nextCursor;
      if (!data?.hasNext) break;
    }
    expect(pages).toEqual([['a/1', 'a/2'], ['a/b/1', 'a/b/2'], ['a/c']]);
    const folded = await from.listV2({ prefix: 'a/', with_delimiter: true });
    expect(folded.data).toMatchObject({ hasNext: false, folders: [{ name: 'a/b/', key: 'b' }] });
    expect(folded.data?.objects.map(({ name, key }) => [name, key])).toEqual([
      ['a/1', '1'],
      ['a/2', '2'],
      ['a/c', 'c'],
    ]);
    const newest = await from.listV2({ limit: 2, sortBy: { column: 'created_at', order: 'desc' } });
    expect(newest.data?.objects.map(({ name }) => name)).toEqual(['b', 'a/c']);
    const next = await from.listV2({ limit: 2, cursor: newest.data?.nextCursor });
    expect(next.data?.objects.map(({ name }) => name)).toEqual(['a/b/2', 'a/b/1']);
    expect((await from.listV2({ cursor: 'nonsense' })).error).toMatchObject({ code: 'InvalidParameter' });
  });
});
