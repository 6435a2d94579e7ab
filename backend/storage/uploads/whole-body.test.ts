// A body of which less comes than was announced, or that is read after its request was answered, never becomes a file.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRequestWrites, withRequestWrites } from '#backend/database/request-writes.ts';
import { type StorageHost, secretKey, startStorageHost } from '../testing/storage-host.ts';

let host: StorageHost;
const files = () => host.service.storage.from('tapes');

beforeAll(async () => {
  host = await startStorageHost();
  await host.service.storage.createBucket('tapes');
});
afterAll(() => host.close());
beforeEach(async () => {
  await files().remove(['new.txt']);
  await files().upload('old.txt', 'the old text', { upsert: true });
});

const form = (end: string) =>
  `--b\r\ncontent-disposition: form-data; name=""; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nshort${end}`;

/** Reads the request as if the rest of its body had been thrown away. */
function send(line: string, { body, headers }: { body: string; headers: Record<string, string> }) {
  const [method = '', path = ''] = line.split(' ');
  const request = new Request(`${host.url}/storage/v1${path}`, {
    method,
    body,
    headers: { ...headers, authorization: `Bearer ${secretKey}` },
  });
  return host.storage.handle(request, path, '', async () => ({
    role: 'service_role',
    claims: { role: 'service_role' },
  }));
}

const announced = { 'content-length': '1000', 'content-type': 'text/plain' };
const cases: [name: string, line: string, body: string, headers: Record<string, string>][] = [
  ['POST', 'POST /object/tapes/new.txt', 'short', announced],
  ['POST of nothing', 'POST /object/tapes/new.txt', '', announced],
  ['POST over another', 'POST /object/tapes/old.txt', 'short', { ...announced, 'x-upsert': 'true' }],
  ['PUT', 'PUT /object/tapes/old.txt', 'short', announced],
  ['PUT of nothing', 'PUT /object/tapes/old.txt', '', announced],
  [
    'a form',
    'POST /object/tapes/old.txt',
    form(''),
    { 'content-type': 'multipart/form-data; boundary=b', 'x-upsert': 'true' },
  ],
  [
    'a form that ends too early for its length',
    'PUT /object/tapes/old.txt',
    form('\r\n--b--\r\n'),
    { 'content-length': '5000', 'content-type': 'multipart/form-data; boundary=b' },
  ],
];

async function expectUntouched(): Promise<void> {
  expect(await (await files().download('old.txt')).data?.text()).toBe('the old text');
  expect((await files().exists('new.txt')).data).toBe(false);
}

it.each(cases)(
  '%s with fewer bytes than announced is an error and changes nothing',
  async (_name, line, body, headers) => {
    const answer = await send(line, { body, headers });
    expect(answer.status).toBe(400);
    await expectUntouched();
  },
);

it.each(cases)('%s of a request that was answered changes nothing', async (_name, line, body, headers) => {
  const writes = createRequestWrites();
  await writes.end();
  const { 'content-length': _length, ...others } = headers;
  const answer = await withRequestWrites(writes, () => send(line, { body, headers: others }));
  expect([answer.status, (await answer.json()).message]).toEqual([
    400,
    'The upload ended before it was complete',
  ]);
  await expectUntouched();
});

it('a resumable upload takes no bytes of an answered request', async () => {
  const tus = { 'tus-resumable': '1.0.0' };
  const word = (text: string) => Buffer.from(text).toString('base64');
  const created = await host.ask('POST /upload/resumable', {
    headers: {
      ...tus,
      'upload-length': '10',
      'upload-metadata': `bucketName ${word('tapes')},objectName ${word('new.txt')}`,
    },
  });
  const path = created.headers.get('location')?.replace('/storage/v1', '') ?? '';
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const writes = createRequestWrites();
  await writes.end();
  const answer = await withRequestWrites(writes, () => send(`PATCH ${path}`, { body: 'a middle', headers }));
  expect(answer.status).toBe(400);
  expect((await host.ask(`HEAD ${path}`, { headers: tus })).headers.get('upload-offset')).toBe('0');
});
