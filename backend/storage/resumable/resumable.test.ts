// Uploads that are cut off and taken up again, spoken in TUS by hand.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  publishableKey,
  type StorageHost,
  secretKey,
  startStorageHost,
  tokenFor,
} from '../testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost({ fileSizeLimitBytes: 1_000_000 });
  await host.service.storage.createBucket('tapes', { public: false, allowedMimeTypes: ['audio/*'] });
});
afterAll(() => host.close());

const word = (text: string) => Buffer.from(text).toString('base64');
const describeFile = (name: string, type = 'audio/wav') =>
  `bucketName ${word('tapes')},objectName ${word(name)},contentType ${word(type)},cacheControl ${word('60')},metadata ${word('{"take":1}')}`;

interface Asked {
  headers?: Record<string, string>;
  body?: BodyInit;
  base?: string;
}

async function create(
  name: string,
  bytes: number,
  { headers, body, base = '/upload/resumable' }: Asked = {},
) {
  return host.ask(`POST ${base}`, {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': describeFile(name),
      ...headers,
    },
    body,
  });
}

function patch(location: string, offset: number, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(host.url + location, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body,
  });
}

function head(location: string, headers: Record<string, string> = {}) {
  return fetch(host.url + location, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${secretKey}`, 'tus-resumable': '1.0.0', ...headers },
  });
}

const bytesOf = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer());
const locationOf = (answer: Response) => answer.headers.get('location') ?? '';
const tapes = () => host.service.storage.from('tapes');

test('an upload in chunks appears with its last chunk', async () => {
  const bytes = randomBytes(300_000);
  const created = await create('a.wav', bytes.length);
  expect(created.status).toBe(201);
  expect(Date.parse(created.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
  const location = locationOf(created);
  expect((await patch(location, 0, bytes.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000');
  expect((await tapes().exists('a.wav')).data).toBe(false);
  const asked = await head(location);
  expect([
    asked.headers.get('upload-offset'),
    asked.headers.get('upload-length'),
    asked.headers.get('cache-control'),
  ]).toEqual(['100000', '300000', 'no-store']);
  expect((await patch(location, 5, bytes)).status).toBe(409);
  const last = await patch(location, 100_000, bytes.subarray(100_000));
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '300000']);
  const { data } = await tapes().download('a.wav');
  expect((await bytesOf(data)).equals(bytes)).toBe(true);
  expect((await tapes().info('a.wav')).data).toMatchObject({
    contentType: 'audio/wav',
    cacheControl: 'max-age=60',
    size: 300_000,
    metadata: { take: 1 },
  });
  // A client that lost the last answer asks again, and learns that it is done.
  expect((await head(location)).headers.get('upload-offset')).toBe('300000');
});

test('a connection cut in the middle leaves nothing visible, and the rest can follow', async () => {
  const bytes = randomBytes(500_000);
  const location = locationOf(await create('cut.wav', bytes.length));
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `PATCH ${location} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secretKey}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, 200_000), () => socket.resetAndDestroy());
  const offset = async () => Number((await head(location)).headers.get('upload-offset'));
  await expect.poll(offset).toBeGreaterThan(0);
  expect((await tapes().exists('cut.wav')).data).toBe(false);
  const reached = await offset();
  expect(reached).toBeLessThanOrEqual(200_000);
  expect((await patch(location, reached, bytes.subarray(reached))).status).toBe(204);
  const { data } = await tapes().download('cut.wav');
  expect((await bytesOf(data)).equals(bytes)).toBe(true);
});

test('a client that comes back takes over from its own dead connection', async () => {
  const bytes = randomBytes(100_000);
  const location = locationOf(await create('dead.wav', bytes.length));
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  socket.write(
    `PATCH ${location} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secretKey}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
      `content-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  );
  socket.write(bytes.subarray(0, 10_000));
  // The old connection stays open and silent. Whatever it brought by now counts; the client asks how much.
  const goOn = async () => {
    const reached = Number((await head(location)).headers.get('upload-offset'));
    return (await patch(location, reached, bytes.subarray(reached))).status;
  };
  await expect.poll(goOn).toBe(204);
  socket.destroy();
  expect((await tapes().info('dead.wav')).data?.size).toBe(100_000);
});

test('the first bytes may come with the creation; an empty file is done at once', async () => {
  const headers = { 'content-type': 'application/offset+octet-stream' };
  const whole = await create('whole.wav', 5, { headers, body: 'whole' });
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5']);
  expect(await (await tapes().download('whole.wav')).data?.text()).toBe('whole');
  expect((await create('empty.wav', 0)).status).toBe(201);
  expect((await tapes().info('empty.wav')).data?.size).toBe(0);
});

test('what exists is overwritten only with x-upsert', async () => {
  const taken = await create('whole.wav', 3);
  expect([taken.status, await taken.text()]).toEqual([409, 'The resource already exists\n']);
  const location = locationOf(await create('whole.wav', 3, { headers: { 'x-upsert': 'true' } }));
  expect((await patch(location, 0, 'new')).status).toBe(204);
  expect(await (await tapes().download('whole.wav')).data?.text()).toBe('new');
});

test('what came is not lost when the object cannot be made at first', async () => {
  const location = locationOf(await create('later.wav', 5));
  await host.sql`alter table storage.objects rename to objects_away`;
  expect((await patch(location, 0, 'later')).status).toBe(500);
  await host.sql`alter table storage.objects_away rename to objects`;
  expect((await head(location)).headers.get('upload-offset')).toBe('5');
  expect(await (await tapes().download('later.wav')).data?.text()).toBe('later');
});

test.each([
  ['the bytes are moved', true],
  ['the bytes are copied', false],
])('an upload whose process was killed after the object was made is finished (%s)', async (what, isMoved) => {
  const name = `${what}.wav`;
  const location = locationOf(await create(name, 5));
  const id = location.split('/').at(-1) ?? '';
  const file = (kind: string) => join(host.directory, 'resumable', `${id}.${kind}`);
  const before = await readFile(file('json'), 'utf8');
  expect((await patch(location, 0, 'whole')).status).toBe(204);
  // As it was before the process would have noted the end.
  await writeFile(file('json'), before);
  if (!isMoved) await writeFile(file('bytes'), 'whole');
  const asked = await head(location);
  expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '5']);
  await writeFile(file('json'), before);
  // A client that gets a conflict asks for the offset.
  expect((await patch(location, 0, 'whole')).status).toBe(409);
  expect((await head(location)).headers.get('upload-offset')).toBe('5');
  expect(await (await tapes().download(name)).data?.text()).toBe('whole');
  expect((await readdir(join(host.directory, 'resumable'))).filter((one) => one.startsWith(id))).toEqual([
    `${id}.json`,
  ]);
  await tapes().remove([name]);
  await writeFile(file('json'), before);
  expect((await head(location)).status).toBe(404);
});

test('an upload that is ended is gone', async () => {
  const location = locationOf(await create('ended.wav', 10));
  await patch(location, 0, '12345');
  const ended = await fetch(host.url + location, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secretKey}`, 'tus-resumable': '1.0.0' },
  });
  expect(ended.status).toBe(204);
  expect((await head(location)).status).toBe(404);
  expect((await patch(location, 5, '67890')).status).toBe(404);
});

test('an upload that expired is gone', async () => {
  const location = locationOf(await create('old.wav', 10));
  const id = location.split('/').at(-1) ?? '';
  const file = join(host.directory, 'resumable', `${id}.json`);
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/"expiresAt":"[^"]*"/, '"expiresAt":"2020-01-01T00:00:00Z"'),
  );
  expect((await head(location)).status).toBe(404);
  expect((await readdir(join(host.directory, 'resumable'))).filter((name) => name.startsWith(id))).toEqual(
    [],
  );
});

test('an upload belongs to who began it', async () => {
  const location = locationOf(await create('mine.wav', 10));
  const stranger = {
    authorization: `Bearer ${await tokenFor({ sub: '00000000-0000-4000-8000-00000000000c' })}`,
  };
  expect((await patch(location, 0, 'x', stranger)).status).toBe(403);
  expect((await head(location, stranger)).status).toBe(403);
});

test('a signed link lets anybody upload one object', async () => {
  const { data } = await tapes().createSignedUploadUrl('signed.wav');
  const signed = { authorization: `Bearer ${publishableKey}`, 'x-signature': data?.token ?? '' };
  const base = '/upload/resumable/sign';
  expect((await create('other.wav', 3, { base, headers: signed })).status).toBe(400);
  const created = await create('signed.wav', 3, { base, headers: signed });
  expect(created.status).toBe(201);
  expect((await patch(locationOf(created), 0, 'abc', signed)).status).toBe(204);
  expect(await (await tapes().download('signed.wav')).data?.text()).toBe('abc');
});

describe('rejected', () => {
  const cases: [why: string, () => Promise<Response>, status: number][] = [
    ['a size above the limit', () => create('big.wav', 1_000_001), 413],
    [
      'a type that the bucket does not take',
      () => create('a.txt', 1, { headers: { 'upload-metadata': describeFile('a.txt', 'text/plain') } }),
      415,
    ],
    ['a name that leads elsewhere', () => create('../a.wav', 1), 400],
    ['no name', () => create('', 1), 400],
    ['another protocol version', () => create('v.wav', 1, { headers: { 'tus-resumable': '0.2.2' } }), 412],
    ['no length', () => create('l.wav', 1, { headers: { 'upload-length': 'long' } }), 400],
    [
      'who may not write',
      () => create('n.wav', 1, { headers: { authorization: `Bearer ${publishableKey}` } }),
      403,
    ],
    [
      'bytes of another type',
      async () => patch(locationOf(await create('t.wav', 4)), 0, 'abcd', { 'content-type': 'text/plain' }),
      415,
    ],
    [
      'more bytes than were announced',
      async () => patch(locationOf(await create('m.wav', 2)), 0, 'abcd'),
      413,
    ],
    ['an upload that is not there', () => patch('/storage/v1/upload/resumable/..%2f..%2fetc', 0, 'x'), 404],
  ];
  test.each(cases)('%s', async (_why, ask, status) => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
  });

  test('the service says what it can do', async () => {
    const answer = await host.ask('OPTIONS /upload/resumable');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
      'tus-max-size': '1000000',
    });
  });
});
