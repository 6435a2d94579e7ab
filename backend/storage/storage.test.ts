// Storage as its clients use it: buckets and objects through the official client over a real socket.
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageHost, secretKey, startStorageHost } from './testing/storage-host.ts';

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
      'versions, which are not stored',
      'versions',
      { versioningStatus: 'ENABLED' as const },
      'FeatureNotEnabled',
    ],
    ['another kind of bucket', 'kind', { type: 'ANALYTICS' }, 'FeatureNotEnabled'],
  ])('reject %s', async (_what, id, options, code) => {
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
    await from.upload('a.txt', 'a', { metadata: { stored: true } });
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
    expect((await other.from.info('b.txt')).data?.metadata).toEqual({ stored: true });
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

describe('many hands', () => {
  test('overwriting at once ends with one of them, whole, and the bytes of one', async () => {
    const { from, id } = await newBucket();
    const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(50_000));
    const answers = await Promise.all(texts.map((text) => from.upload('a', text, { upsert: true })));
    expect(answers.map(({ error }) => error)).toEqual(texts.map(() => null));
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
    expect(texts).toContain(await (await from.download('a')).data?.text());
    const [row] = await host.sql<
      { count: number }[]
    >`select count(*)::int as count from storage.objects where bucket_id = ${id}`;
    expect(row?.count).toBe(1);
    await host.storage.sweep();
    const [all] = await host.sql<{ count: number }[]>`select count(*)::int as count from storage.objects`;
    expect(await blobFiles()).toHaveLength(all?.count ?? -1);
  });

  test('creating at once, one wins', async () => {
    const { from } = await newBucket();
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => from.upload('once', text)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const { id, from } = await newBucket();
    // What earlier tests replaced goes first.
    await host.storage.sweep();
    const before = await blobFiles();
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /storage/v1/object/${id}/half HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secretKey}\r\ncontent-length: 1000000\r\n\r\n`,
    );
    const incoming = () => readdir(join(host.directory, 'incoming'));
    socket.write(Buffer.alloc(400_000));
    await expect.poll(async () => (await incoming()).length).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await incoming()).length).toBe(0);
    expect((await from.exists('half')).data).toBe(false);
    expect(await blobFiles()).toEqual(before);
  });

  test('an empty file is a file', async () => {
    const { from } = await newBucket();
    expect((await from.upload('empty', '')).error).toBeNull();
    expect((await from.info('empty')).data?.size).toBe(0);
    expect((await from.download('empty')).data?.size).toBe(0);
  });
});
