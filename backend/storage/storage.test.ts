// Storage as its clients use it: buckets and objects through the official client over a real socket.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(join(host.directory, 'objects'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('buckets', () => {
  test('are made, looked at, changed, emptied and deleted', async () => {
    const { id } = await newBucket({
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/*', 'text/plain'],
    });
    const { storage } = host.service;
    const seen = await storage.getBucket(id);
    expect(seen.data).toEqual({
      id,
      name: id,
      owner: '',
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*', 'text/plain'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
    expect(
      (await storage.updateBucket(id, { public: false, fileSizeLimit: null, allowedMimeTypes: null })).data,
    ).toEqual({
      message: 'Successfully updated',
    });
    expect((await storage.getBucket(id)).data).toMatchObject({
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
    });
    await storage.from(id).upload('a.txt', 'a');
    expect((await storage.deleteBucket(id)).error).toMatchObject({
      statusCode: '409',
      code: 'ResourceNotEmpty',
    });
    expect((await storage.emptyBucket(id)).data?.message).toContain('Empty bucket has been queued');
    expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    expect((await storage.getBucket(id)).error).toMatchObject({
      status: 400,
      statusCode: '404',
      code: 'NoSuchBucket',
    });
  });

  test('are listed with search, order, limit and offset', async () => {
    for (const name of ['list-c', 'list-a', 'list-b'])
      await host.service.storage.createBucket(name, { public: false });
    const { data } = await host.service.storage.listBuckets({
      search: 'LIST-',
      sortColumn: 'id',
      sortOrder: 'desc',
      limit: 2,
      offset: 1,
    });
    expect(data?.map(({ id, type }) => [id, type])).toEqual([
      ['list-b', 'STANDARD'],
      ['list-a', 'STANDARD'],
    ]);
  });

  test.each([
    ['a name that is taken', 'list-taken', {}, 'BucketAlreadyExists'],
    ['a name with a slash', 'a/b', {}, 'InvalidBucketName'],
    ['a limit that is no size', 'size-x', { fileSizeLimit: 'much' }, 'InvalidRequest'],
    ['a limit above the host’s', 'size-y', { fileSizeLimit: '90gb' }, 'EntityTooLarge'],
    ['types that are none', 'type-x', { allowedMimeTypes: ['nonsense'] }, 'InvalidMimeType'],
    [
      'versions, which are not kept',
      'versions',
      { versioningStatus: 'ENABLED' as const },
      'FeatureNotEnabled',
    ],
    ['another kind of bucket', 'kind', { type: 'ANALYTICS' }, 'FeatureNotEnabled'],
  ])('refuse %s', async (_what, id, options, code) => {
    if (id === 'list-taken') await host.service.storage.createBucket(id, { public: false });
    const { error } = await host.service.storage.createBucket(id, { public: false, ...options });
    expect(error).toMatchObject({ status: 400, code });
  });

  test('answer for lifecycles, analytics and vectors that these are off', async () => {
    const { id } = await newBucket();
    const { storage } = host.service;
    expect((await storage.getBucketLifecycle(id)).error).toMatchObject({ code: 'FeatureNotEnabled' });
    expect((await storage.deleteBucketLifecycle(id)).error).toMatchObject({ code: 'FeatureNotEnabled' });
    expect((await storage.updateBucketLifecycle(id, { rules: [] })).error).toMatchObject({
      code: 'FeatureNotEnabled',
    });
    expect((await storage.analytics.listBuckets()).error).toMatchObject({ statusCode: '409' });
    expect((await storage.vectors.listBuckets()).error).toMatchObject({ statusCode: '409' });
  });
});

describe('objects', () => {
  test.each([
    ['text', 'hello', 'text/plain;charset=UTF-8'],
    ['a buffer', Buffer.from('hello'), 'text/plain;charset=UTF-8'],
    ['a blob', new Blob(['hello'], { type: 'text/markdown' }), 'text/markdown'],
    ['a stream', new Blob(['hello']).stream(), 'text/plain;charset=UTF-8'],
  ])('are uploaded from %s and downloaded again', async (_what, body, type) => {
    const { from, id } = await newBucket();
    const made = await from.upload('folder/a.txt', body, { metadata: { by: 'Inês' } });
    expect(made).toMatchObject({
      error: null,
      data: { path: 'folder/a.txt', fullPath: `${id}/folder/a.txt` },
    });
    expect(await (await from.download('folder/a.txt')).data?.text()).toBe('hello');
    expect(await new Response((await from.download('folder/a.txt').asStream()).data).text()).toBe('hello');
    expect((await from.info('folder/a.txt')).data).toMatchObject({
      id: made.data?.id,
      name: 'folder/a.txt',
      bucketId: id,
      size: 5,
      contentType: type,
      cacheControl: 'max-age=3600',
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      metadata: { by: 'Inês' },
    });
    expect((await from.exists('folder/a.txt')).data).toBe(true);
    expect((await from.exists('folder/b.txt')).data).toBe(false);
  });

  test('are not overwritten unless that is asked for; old bytes go', async () => {
    const { from } = await newBucket();
    const first = await from.upload('a.txt', 'one');
    expect((await from.upload('a.txt', 'two')).error).toMatchObject({
      status: 400,
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    });
    const second = await from.upload('a.txt', 'two', { upsert: true });
    expect(second.data?.id).toBe(first.data?.id);
    const third = await from.update('a.txt', new Blob(['three']), { cacheControl: '60' });
    expect(third.error).toBeNull();
    expect(await (await from.download('a.txt')).data?.text()).toBe('three');
    expect((await from.info('a.txt')).data?.cacheControl).toBe('max-age=60');
    const versions = await host.sql<{ version: string }[]>`select version from storage.objects`;
    await host.storage.sweep();
    expect((await blobFiles()).sort()).toEqual(versions.map(({ version }) => version).sort());
  });

  test('move and copy, within a bucket and across', async () => {
    const { from, id } = await newBucket();
    const other = await newBucket({ public: true });
    await from.upload('a.txt', 'a', { metadata: { kept: true } });
    expect((await from.copy('a.txt', 'b.txt')).data).toEqual({ path: `${id}/b.txt` });
    expect((await from.copy('a.txt', 'c.txt', { destinationBucket: other.id })).error).toBeNull();
    expect(
      (await from.copy('a.txt', 'd.txt', { copyMetadata: false, metadata: { mimetype: 'text/css' } })).error,
    ).toBeNull();
    expect((await from.info('d.txt')).data).toMatchObject({ contentType: 'text/css', metadata: {} });
    expect((await from.copy('a.txt', 'b.txt')).error).toMatchObject({ code: 'KeyAlreadyExists' });
    expect((await from.move('b.txt', 'x/b.txt')).data).toMatchObject({ message: 'Successfully moved' });
    expect((await from.move('x/b.txt', 'b.txt', { destinationBucket: other.id })).error).toBeNull();
    expect((await from.move('nowhere', 'b.txt')).error).toMatchObject({ code: 'NoSuchKey' });
    for (const name of ['b.txt', 'c.txt']) {
      const answer = await fetch(other.from.getPublicUrl(name).data.publicUrl);
      expect(await answer.text()).toBe('a');
    }
    expect((await other.from.info('b.txt')).data?.metadata).toEqual({ kept: true });
  });

  test('are removed, many at once, with their bytes', async () => {
    const { from } = await newBucket();
    for (const name of ['a', 'b', 'c']) await from.upload(name, name);
    const { data } = await from.remove(['a', 'b', 'nothing']);
    expect(data?.map(({ name }) => name).sort()).toEqual(['a', 'b']);
    expect((await host.ask(`DELETE /object/bucket-${counter}/c`)).status).toBe(200);
    const [left] = await host.sql<
      { versions: string[] }[]
    >`select array_agg(version) as versions from storage.objects`;
    await host.storage.sweep();
    expect((await blobFiles()).sort()).toEqual([...(left?.versions ?? [])].sort());
  });

  test('whose rows go in any other way lose their bytes too', async () => {
    const { from, id } = await newBucket();
    await from.upload('a', 'a');
    const before = (await blobFiles()).length;
    await host.sql`delete from storage.objects where bucket_id = ${id}`;
    await host.storage.sweep();
    expect(await blobFiles()).toHaveLength(before - 1);
  });

  test.each(['../etc/passwd', 'a/../../b', 'a//b', './a', 'ж', 'a\nb', '/a', 'a/', '', 'a'.repeat(1025)])(
    'may not be called %j',
    async (name) => {
      const { from, id } = await newBucket();
      await from.upload('good', 'x');
      const answer = await host.ask('POST /object/copy', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ bucketId: id, sourceKey: 'good', destinationKey: name }),
      });
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    },
  );

  test('obey the limits of their bucket', async () => {
    const { from } = await newBucket({ fileSizeLimit: 10, allowedMimeTypes: ['image/*'] });
    expect((await from.upload('a', '0123456789!', { contentType: 'image/png' })).error).toMatchObject({
      status: 400,
      statusCode: '413',
      code: 'EntityTooLarge',
    });
    expect((await from.upload('a', new Blob(['0123456789!'], { type: 'image/png' }))).error).toMatchObject({
      code: 'EntityTooLarge',
    });
    expect((await from.upload('a', '0123456789', { contentType: 'image/png' })).error).toBeNull();
    expect((await from.upload('b', 'x', { contentType: 'text/html' })).error).toMatchObject({
      statusCode: '415',
      code: 'InvalidMimeType',
      message: 'mime type text/html is not supported',
    });
    expect((await host.service.storage.from('nowhere').upload('a', 'a')).error).toMatchObject({
      code: 'NoSuchBucket',
    });
  });
});

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
