// Files through the official client, against any host: every call of supabase-js's storage, from a member's view and
// from the service's. Runs on our own host as a process unless TARGET_URL names another.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTarget, type Target } from '../rest/target.ts';
import { createS3Client, type S3Request } from './s3-client.ts';

const member = randomUUID();
const run = randomUUID().slice(0, 8);
const shelf = `shelf-${run}`;
const gallery = `gallery-${run}`;
// One red pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

// A host at TARGET_URL has its own pair.
const s3Keys = {
  accessKeyId: process.env.S3_PROTOCOL_ACCESS_KEY_ID ?? 'e2e-access-key',
  secretAccessKey: process.env.S3_PROTOCOL_ACCESS_KEY_SECRET ?? randomUUID() + randomUUID(),
};

let target: Target;
beforeAll(async () => {
  target = await openTarget(
    `
    drop policy if exists "e2e members use their own folder" on storage.objects;
    create policy "e2e members use their own folder" on storage.objects for all to authenticated
      using ((storage.foldername(name))[1] = (select auth.uid()::text))
      with check ((storage.foldername(name))[1] = (select auth.uid()::text));
  `,
    { STORAGE_S3_ACCESS_KEY_ID: s3Keys.accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey },
  );
  const { storage } = target.service;
  expect((await storage.createBucket(shelf, { public: false, fileSizeLimit: '1mb' })).error).toBeNull();
  expect(
    (await storage.createBucket(gallery, { public: true, allowedMimeTypes: ['image/*'] })).error,
  ).toBeNull();
});
afterAll(async () => {
  for (const id of [shelf, gallery]) {
    await target.service.storage.emptyBucket(id);
    await target.service.storage.deleteBucket(id);
  }
  await target.close();
});

describe('a member', () => {
  const own = (name: string) => `${member}/${name}`;
  const from = () => target.as({ sub: member }).storage.from(shelf);

  test('saves, reads, lists, moves, copies, shares and removes files', async () => {
    const inbox = from();
    expect((await inbox.upload(own('a.txt'), 'one', { metadata: { kind: 'note' } })).data).toMatchObject({
      path: own('a.txt'),
      fullPath: `${shelf}/${own('a.txt')}`,
    });
    expect((await inbox.upload(own('a.txt'), 'two')).error).toMatchObject({ statusCode: '409' });
    expect((await inbox.update(own('a.txt'), 'three')).error).toBeNull();
    expect(await (await inbox.download(own('a.txt'))).data?.text()).toBe('three');
    expect(await new Response((await inbox.download(own('a.txt')).asStream()).data).text()).toBe('three');
    expect((await inbox.exists(own('a.txt'))).data).toBe(true);
    expect((await inbox.copy(own('a.txt'), own('b.txt'))).error).toBeNull();
    expect((await inbox.move(own('b.txt'), own('deep/c.txt'))).error).toBeNull();
    expect((await inbox.list(member)).data?.map(({ name }) => name).sort()).toEqual(['a.txt', 'deep']);
    expect((await inbox.listV2({ prefix: `${member}/`, with_delimiter: true })).data).toMatchObject({
      hasNext: false,
      folders: [{ name: `${member}/deep/` }],
    });
    const link = await inbox.createSignedUrl(own('a.txt'), 60, { download: true });
    expect(await (await fetch(link.data?.signedUrl ?? '')).text()).toBe('three');
    expect(
      (await inbox.createSignedUrls([own('a.txt'), 'nothing'], 60)).data?.map(({ error }) => error === null),
    ).toEqual([true, false]);
    const signedUpload = await inbox.createSignedUploadUrl(own('guest.txt'));
    const guest = target.anon.storage.from(shelf);
    expect(
      (await guest.uploadToSignedUrl(own('guest.txt'), signedUpload.data?.token ?? '', 'from a guest')).error,
    ).toBeNull();
    expect((await inbox.remove([own('a.txt'), own('guest.txt')])).data).toHaveLength(2);
  });

  test('reaches nobody else’s', async () => {
    expect((await from().upload('elsewhere/a.txt', 'x')).error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await target.anon.storage.from(shelf).list(member)).data).toEqual([]);
    expect(
      (await target.as({ sub: randomUUID() }).storage.from(shelf).download(own('deep/c.txt'))).error,
    ).not.toBeNull();
    expect((await from().upload(own('big.bin'), Buffer.alloc(1_000_001))).error).toMatchObject({
      statusCode: '413',
    });
  });
});

describe('the public', () => {
  test('sees pictures of public buckets, in ranges and in other sizes', async () => {
    const pictures = target.service.storage.from(gallery);
    expect((await pictures.upload('red.png', picture, { contentType: 'image/png' })).error).toBeNull();
    expect((await pictures.upload('red.txt', 'text')).error).toMatchObject({ statusCode: '415' });
    const { publicUrl } = pictures.getPublicUrl('red.png').data;
    const answer = await fetch(publicUrl);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    const part = await fetch(publicUrl, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const again = await fetch(publicUrl, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    const scaled = await fetch(
      pictures.getPublicUrl('red.png', { transform: { width: 1, height: 1, resize: 'fill' } }).data.publicUrl,
    );
    expect([scaled.status, scaled.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('may ask from any origin', async () => {
    const asked = await fetch(`${target.url}/storage/v1/upload/resumable`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://x.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'tus-resumable,upload-length,x-upsert',
      },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-headers')).toContain('upload-length');
  });
});

test('the service role manages the buckets', async () => {
  const { storage } = target.service;
  expect((await storage.getBucket(shelf)).data).toMatchObject({
    id: shelf,
    public: false,
    file_size_limit: 1_000_000,
  });
  expect((await storage.updateBucket(shelf, { public: false, fileSizeLimit: '2mb' })).error).toBeNull();
  expect((await storage.listBuckets()).data).toContainEqual(
    expect.objectContaining({ id: shelf, file_size_limit: 2_000_000 }),
  );
  expect((await storage.updateBucket(shelf, { public: false, fileSizeLimit: '1mb' })).error).toBeNull();
  expect((await target.anon.storage.getBucket(shelf)).error).not.toBeNull();
  const inbox = storage.from(shelf);
  await inbox.upload('facts.txt', 'hello', { metadata: { by: 'Inês' } });
  expect((await inbox.info('facts.txt')).data).toMatchObject({ size: 5, metadata: { by: 'Inês' } });
  expect((await inbox.purgeCache('facts.txt')).error).toBeNull();
  expect((await storage.purgeBucketCache(shelf)).error).toBeNull();
  await inbox.remove(['facts.txt']);
});

test('an upload of unknown length streams in, and its error reaches the client', async () => {
  const inbox = target.service.storage.from(shelf);
  const stream = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (bytes <= 0) return controller.close();
        controller.enqueue(new Uint8Array(Math.min(bytes, 64 * 1024)));
        bytes -= 64 * 1024;
      },
    });
  expect((await inbox.upload('stream.bin', stream(900_000))).error).toBeNull();
  expect((await inbox.upload('stream-big.bin', stream(3_000_000))).error).toMatchObject({
    statusCode: '413',
  });
  expect((await inbox.exists('stream-big.bin')).data).toBe(false);
  await inbox.remove(['stream.bin']);
});

describe('what the service says about itself and its files', () => {
  const bare = (path: string, init: RequestInit = {}) =>
    fetch(`${target.url}/storage/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${target.serviceRoleKey}`, ...init.headers },
    });

  test('its version, and by HEAD what is known of a file', async () => {
    expect(await (await bare('/version')).text()).toMatch(/\S/);
    const files = target.service.storage.from(shelf);
    await files.upload('about.txt', 'abc', { contentType: 'text/plain', metadata: { by: 'Ada' } });
    const { headers } = await bare(`/object/info/${shelf}/about.txt`, { method: 'HEAD' });
    expect([headers.get('etag'), headers.get('content-length')]).toEqual([
      '"900150983cd24fb0d6963f7d28e17f72"',
      '3',
    ]);
    expect(headers.get('last-modified')).toMatch(/GMT$/);
  });

  test('a copy takes its own metadata from x-metadata', async () => {
    const copy = (destinationKey: string, more: object, headers = {}) =>
      bare('/object/copy', {
        method: 'POST',
        body: JSON.stringify({ bucketId: shelf, sourceKey: 'about.txt', destinationKey, ...more }),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const given = Buffer.from('{"by":"Bo"}').toString('base64');
    expect((await copy('kept.txt', {}, { 'x-metadata': given })).status).toBe(200);
    expect((await copy('own.txt', { copyMetadata: false }, { 'x-metadata': given })).status).toBe(200);
    const files = target.service.storage.from(shelf);
    expect((await files.info('kept.txt')).data?.metadata).toEqual({ by: 'Ada' });
    expect((await files.info('own.txt')).data?.metadata).toEqual({ by: 'Bo' });
    await files.remove(['about.txt', 'kept.txt', 'own.txt']);
  });

  test('a slightly damaged picture is rendered', async () => {
    const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    const files = target.service.storage.from(gallery);
    const damaged = whole.subarray(0, whole.length - 20);
    expect((await files.upload('cut.jpg', damaged, { contentType: 'image/jpeg' })).error).toBeNull();
    const shown = await fetch(
      `${target.url}/storage/v1/render/image/public/${gallery}/cut.jpg?width=16&format=origin`,
    );
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await files.remove(['cut.jpg']);
  });

  test('resumable uploads use the words of the protocol', async () => {
    const tus = async (method: string, path: string, headers: Record<string, string>) => {
      const answer = await bare(`/upload/resumable${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...headers },
      });
      return [answer.status, await answer.text()];
    };
    const about = `bucketName ${btoa(shelf)},objectName ${btoa('big.bin')}`;
    const described = { 'upload-metadata': about };
    expect([
      await tus('POST', '', { ...described, 'upload-length': '2000000' }),
      await tus('POST', '', described),
      await tus('PATCH', `/${randomUUID()}`, {
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }),
      await tus('POST', '', { 'tus-resumable': '0.1.0' }),
    ]).toEqual([
      [413, 'Maximum size exceeded\n'],
      [400, 'Upload-Length or Upload-Defer-Length header required\n'],
      [404, 'The file for this url was not found\n'],
      [412, 'Tus-Resumable Required\n'],
    ]);
  });
});

describe('the S3 protocol', () => {
  const client = () => createS3Client(`${target.url}/storage/v1/s3`, s3Keys);
  const send = (path: string, request?: S3Request) => client().send(path, request);
  const part = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, text]) => text);

  test('puts, reads by range, copies and deletes what the other clients see too', async () => {
    const put = await send(`/${shelf}/s3/a b&c.txt`, {
      method: 'PUT',
      body: 'hello world',
      headers: { 'content-type': 'text/plain', 'x-amz-meta-by': 'Ada' },
    });
    expect([put.status, put.headers.get('etag')]).toEqual([200, '"5eb63bbbe01eeed093cb22bb8f5acdc3"']);
    const files = target.service.storage.from(shelf);
    expect((await files.info('s3/a b&c.txt')).data).toMatchObject({ size: 11, metadata: { by: 'Ada' } });
    const range = await send(`/${shelf}/s3/a b&c.txt`, { headers: { range: 'bytes=6-10' } });
    expect([range.status, await range.text(), range.headers.get('x-amz-meta-by')]).toEqual([
      206,
      'world',
      'Ada',
    ]);
    const head = await send(`/${shelf}/s3/a b&c.txt`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '11']);
    const copied = await send(`/${shelf}/s3/copy.txt`, {
      method: 'PUT',
      headers: { 'x-amz-copy-source': `/${shelf}/s3/a%20b%26c.txt` },
    });
    expect(part(await copied.text(), 'ETag')).toEqual(['&quot;5eb63bbbe01eeed093cb22bb8f5acdc3&quot;']);
    const gone = await send(`/${shelf}`, {
      method: 'POST',
      query: { delete: '' },
      body: '<Delete><Object><Key>s3/a b&amp;c.txt</Key></Object><Object><Key>s3/copy.txt</Key></Object></Delete>',
    });
    expect(part(await gone.text(), 'Key')).toEqual(['s3/a b&amp;c.txt', 's3/copy.txt']);
    expect((await files.exists('s3/copy.txt')).data).toBe(false);
    const missing = await send(`/${shelf}/s3/copy.txt`);
    expect([missing.status, part(await missing.text(), 'Code')]).toEqual([404, ['NoSuchKey']]);
  });

  test('lists page by page, with folders', async () => {
    for (const name of ['l/1', 'l/2', 'l/deep/3', 'l/deep/4', 'l/z'])
      await send(`/${shelf}/${name}`, { method: 'PUT', body: name });
    const page = async (query: Record<string, string>) =>
      (await send(`/${shelf}`, { query: { 'list-type': '2', prefix: 'l/', ...query } })).text();
    const first = await page({ delimiter: '/', 'max-keys': '2' });
    expect([part(first, 'Key'), part(first, 'IsTruncated')]).toEqual([['l/1', 'l/2'], ['true']]);
    const [token = ''] = part(first, 'NextContinuationToken');
    const second = await page({ delimiter: '/', 'continuation-token': token });
    expect([part(second, 'Key'), part(second, 'Prefix').slice(1), part(second, 'IsTruncated')]).toEqual([
      ['l/z'],
      ['l/deep/'],
      ['false'],
    ]);
    expect(part(await page({ 'start-after': 'l/2' }), 'Key')).toEqual(['l/deep/3', 'l/deep/4', 'l/z']);
    expect(part(await (await send('')).text(), 'Name')).toEqual(expect.arrayContaining([shelf, gallery]));
    await target.service.storage.from(shelf).remove(['l/1', 'l/2', 'l/deep/3', 'l/deep/4', 'l/z']);
  });

  test('joins parts, rejects wrong ones, and forgets what is aborted', async () => {
    const path = `/${shelf}/parts.bin`;
    const begin = async () =>
      part(await (await send(path, { method: 'POST', query: { uploads: '' } })).text(), 'UploadId')[0] ?? '';
    const uploadId = await begin();
    const put = async (partNumber: string, body: string, chunkBytes?: number) =>
      (await send(path, { method: 'PUT', query: { uploadId, partNumber }, body, chunkBytes })).headers.get(
        'etag',
      );
    const etag = await put('1', 'a'.repeat(900_000), 65_536);
    const complete = (tag: string | null) =>
      send(path, {
        method: 'POST',
        query: { uploadId },
        body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${tag}</ETag></Part></CompleteMultipartUpload>`,
      });
    // The limit of the bucket is for all parts together.
    expect(await put('2', 'b'.repeat(300_000))).toBeNull();
    expect((await complete('"0"')).status).toBe(400);
    const done = await complete(etag);
    expect([done.status, part(await done.text(), 'ETag')[0]]).toEqual([
      200,
      expect.stringMatching(/-1&quot;$/),
    ]);
    expect((await target.service.storage.from(shelf).info('parts.bin')).data?.size).toBe(900_000);
    const aborted = { uploadId: await begin() };
    expect((await send(path, { method: 'DELETE', query: aborted })).status).toBe(204);
    expect((await send(path, { query: aborted })).status).toBe(404);
    await send(path, { method: 'DELETE' });
  });

  test('presigned addresses work for one method and name, until they expire', async () => {
    const path = `/${shelf}/signed.txt`;
    expect(
      (await fetch(client().presign(path, { method: 'PUT' }), { method: 'PUT', body: 'x' })).status,
    ).toBe(200);
    const link = client().presign(path);
    expect(await (await fetch(link)).text()).toBe('x');
    expect((await fetch(link.replace('signed.txt', 'other.txt'))).status).toBe(403);
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
    await send(path, { method: 'DELETE' });
  });

  test('a person with a session sees and writes what row policies allow', async () => {
    const person = createS3Client(`${target.url}/storage/v1/s3`, {
      accessKeyId: 'any',
      secretAccessKey: target.anonKey,
      sessionToken: target.tokenOf({ sub: member }),
    });
    const put = (name: string) => person.send(`/${shelf}/${name}`, { method: 'PUT', body: 'mine' });
    expect((await put(`${member}/own.txt`)).status).toBe(200);
    const denied = await put('others/own.txt');
    expect([denied.status, part(await denied.text(), 'Code')]).toEqual([403, ['AccessDenied']]);
    await send(`/${shelf}/others/secret.txt`, { method: 'PUT', body: 'no' });
    expect((await person.send(`/${shelf}/others/secret.txt`)).status).toBe(404);
    const keys = part(await (await person.send(`/${shelf}`)).text(), 'Key');
    expect(keys).toContain(`${member}/own.txt`);
    expect(keys.filter((key) => !key?.startsWith(`${member}/`))).toEqual([]);
    await person.send(`/${shelf}/others/secret.txt`, { method: 'DELETE' });
    expect((await target.service.storage.from(shelf).exists('others/secret.txt')).data).toBe(true);
    await target.service.storage.from(shelf).remove([`${member}/own.txt`, 'others/secret.txt']);
  });

  test('limits and types of a bucket hold, and nobody gets in without a signature', async () => {
    const codeOf = async (answer: Response) => [answer.status, part(await answer.text(), 'Code')[0]];
    const big = await send(`/${shelf}/big.bin`, { method: 'PUT', body: 'x'.repeat(1_100_000) });
    expect(await codeOf(big)).toEqual([400, 'EntityTooLarge']);
    const typed = await send(`/${gallery}/a.txt`, {
      method: 'PUT',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(await codeOf(typed)).toEqual([415, 'InvalidRequest']);
    const url = `${target.url}/storage/v1/s3/${shelf}`;
    expect(await codeOf(await fetch(url))).toEqual([403, 'AccessDenied']);
    expect((await fetch(url, { headers: { authorization: `Bearer ${target.serviceRoleKey}` } })).status).toBe(
      403,
    );
    const wrong = createS3Client(`${target.url}/storage/v1/s3`, { ...s3Keys, secretAccessKey: 'wrong' });
    expect(await codeOf(await wrong.send(`/${shelf}`))).toEqual([403, 'SignatureDoesNotMatch']);
    const stranger = createS3Client(`${target.url}/storage/v1/s3`, { ...s3Keys, accessKeyId: 'stranger' });
    expect(await codeOf(await stranger.send(`/${shelf}`))).toEqual([403, 'InvalidAccessKeyId']);
    const forged = createS3Client(`${target.url}/storage/v1/s3`, {
      accessKeyId: 'any',
      secretAccessKey: target.anonKey,
      sessionToken: `${target.tokenOf({ role: 'service_role' }).slice(0, -4)}AAAA`,
    });
    expect(await codeOf(await forged.send(`/${shelf}`))).toEqual([403, 'InvalidToken']);
    expect(await codeOf(await send(`/${shelf}`, { query: { policy: '' } }))).toEqual([501, 'NotImplemented']);
  });
});
