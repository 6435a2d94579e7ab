// Files through the official client, against any host: every call of supabase-js's storage, from a member's view and
// from the service's. Runs on our own host as a process unless TARGET_URL names another.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTarget, type Target } from '../rest/target.ts';

const member = randomUUID();
const run = randomUUID().slice(0, 8);
const shelf = `shelf-${run}`;
const gallery = `gallery-${run}`;
// One red pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

let target: Target;
beforeAll(async () => {
  target = await openTarget(`
    drop policy if exists "e2e members use their own folder" on storage.objects;
    create policy "e2e members use their own folder" on storage.objects for all to authenticated
      using ((storage.foldername(name))[1] = (select auth.uid()::text))
      with check ((storage.foldername(name))[1] = (select auth.uid()::text));
  `);
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
