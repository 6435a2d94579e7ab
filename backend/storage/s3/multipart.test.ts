// Uploads in several parts over the S3 protocol, and parts whose bytes come from objects that are there already.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3Client, type S3Client, type S3Request } from '../blobs/s3-client.ts';
import { type StorageHost, startStorageHost } from '../testing/storage-host.ts';

const keys = { accessKeyId: 'unit-access-key', secretAccessKey: 'unit-secret-key' };
const PART_BYTES = 5 * 2 ** 20;
const [first, second, third] = [PART_BYTES, PART_BYTES + 1, 10].map((bytes, index) =>
  Buffer.alloc(bytes, `part ${index} `),
) as [Buffer, Buffer, Buffer];

let host: StorageHost;
let s3: S3Client;
beforeAll(async () => {
  host = await startStorageHost({ s3Access: { serviceKey: keys, publicKeys: () => [] } });
  expect((await host.service.storage.createBucket('films')).error).toBeNull();
  s3 = createS3Client({ endpoint: `${host.url}/storage/v1/s3`, bucket: 'films', region: 'any', ...keys });
});
afterAll(async () => {
  s3?.close();
  await host?.close();
});

const textIn = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, text]) => text);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const ask = (request: S3Request) => s3.ask(request);

async function begin(key: string): Promise<string> {
  const { text } = await ask({ method: 'POST', key, query: { uploads: '' } });
  return textIn(text, 'UploadId')[0] ?? '';
}

function complete(key: string, uploadId: string, parts: [number, string][]) {
  const list = parts.map(
    ([number, etag]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
  return ask({ method: 'POST', key, query: { uploadId }, body });
}

async function putPart(key: string, uploadId: string, partNumber: number, body: Buffer): Promise<string> {
  const query = { uploadId, partNumber: String(partNumber) };
  return (await ask({ method: 'PUT', key, query, body })).headers.etag ?? '';
}

async function copyPart(key: string, uploadId: string, partNumber: number, source: string, range?: string) {
  const { text } = await ask({
    method: 'PUT',
    key,
    query: { uploadId, partNumber: String(partNumber) },
    headers: { 'x-amz-copy-source': source, ...(range && { 'x-amz-copy-source-range': range }) },
  });
  return (textIn(text, 'ETag')[0] ?? '').replaceAll('&quot;', '"');
}

const stored = async (name: string) => {
  const { data } = await host.service.storage.from('films').download(name);
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
};

it('joins several parts in the order of their numbers, whatever the order they came in', async () => {
  const uploadId = await begin('film.bin');
  const tags = await Promise.all([
    putPart('film.bin', uploadId, 30, third),
    putPart('film.bin', uploadId, 2, first),
    putPart('film.bin', uploadId, 7, second),
  ]);
  expect(tags).toEqual([third, first, second].map((part) => `"${md5(part)}"`));
  const listed = await ask({ method: 'GET', key: 'film.bin', query: { uploadId } });
  expect([textIn(listed.text, 'PartNumber'), textIn(listed.text, 'Size')]).toEqual([
    ['2', '7', '30'],
    [first, second, third].map(({ length }) => String(length)),
  ]);
  const open = await ask({ method: 'GET', key: '', query: { uploads: '' } });
  expect(textIn(open.text, 'UploadId')).toEqual([uploadId]);

  await expect(
    complete('film.bin', uploadId, [
      [7, tags[2]],
      [2, tags[1]],
    ]),
  ).rejects.toMatchObject({ s3Code: 'InvalidPartOrder' });
  await expect(
    complete('film.bin', uploadId, [
      [2, tags[1]],
      [7, tags[1]],
    ]),
  ).rejects.toMatchObject({ s3Code: 'InvalidPart' });
  const done = await complete('film.bin', uploadId, [
    [2, tags[1]],
    [7, tags[2]],
    [30, tags[0]],
  ]);
  const sums = Buffer.from([first, second, third].map(md5).join(''), 'hex');
  expect(textIn(done.text, 'ETag')).toEqual([`&quot;${md5(sums)}-3&quot;`]);
  expect((await stored('film.bin')).equals(Buffer.concat([first, second, third]))).toBe(true);
  // It is complete once: the upload is gone.
  await expect(complete('film.bin', uploadId, [[2, tags[1]]])).rejects.toMatchObject({
    s3Code: 'NoSuchUpload',
  });
});

it('a part takes its bytes from an object, whole or by range', async () => {
  await ask({ method: 'PUT', key: 'first.bin', body: first });
  await ask({ method: 'PUT', key: 'letters.txt', body: Buffer.from('abcdefghij') });
  const uploadId = await begin('joined.bin');
  const whole = await copyPart('joined.bin', uploadId, 1, '/films/first.bin');
  const range = await copyPart('joined.bin', uploadId, 2, 'films/letters.txt', 'bytes=2-4');
  expect([whole, range]).toEqual([`"${md5(first)}"`, `"${md5(Buffer.from('cde'))}"`]);
  await expect(copyPart('joined.bin', uploadId, 3, '/films/letters.txt', 'bytes=5-10')).rejects.toMatchObject(
    { status: 416 },
  );
  await expect(copyPart('joined.bin', uploadId, 3, '/films/none.txt')).rejects.toMatchObject({
    s3Code: 'NoSuchKey',
  });
  await complete('joined.bin', uploadId, [
    [1, whole],
    [2, range],
  ]);
  expect((await stored('joined.bin')).equals(Buffer.concat([first, Buffer.from('cde')]))).toBe(true);
});

it('rejects small parts that are not the last, and parts of what is unknown', async () => {
  const uploadId = await begin('small.bin');
  const tags = [
    await putPart('small.bin', uploadId, 1, third),
    await putPart('small.bin', uploadId, 2, third),
  ];
  await expect(
    complete('small.bin', uploadId, [
      [1, tags[0] ?? ''],
      [2, tags[1] ?? ''],
    ]),
  ).rejects.toMatchObject({ s3Code: 'EntityTooSmall' });
  await expect(putPart('small.bin', uploadId, 10_001, third)).rejects.toMatchObject({ status: 400 });
  // The name belongs to the upload.
  await expect(putPart('other.bin', uploadId, 3, third)).rejects.toMatchObject({ s3Code: 'NoSuchUpload' });
  await ask({ method: 'DELETE', key: 'small.bin', query: { uploadId } });
  await expect(putPart('small.bin', uploadId, 3, third)).rejects.toMatchObject({ s3Code: 'NoSuchUpload' });
});
