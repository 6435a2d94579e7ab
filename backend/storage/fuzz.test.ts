// Storage answers any request, with an error if need be: no fault of the host, no hanging.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageHost, startStorageHost } from './testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost({ fileSizeLimitBytes: 10_000 });
  await host.service.storage.createBucket('box', { public: true });
  await host.service.storage.from('box').upload('a/b.txt', 'x');
});
afterAll(() => host.close());

const word = fc.oneof(
  fc.constantFrom(
    'box',
    'a/b.txt',
    'a',
    '',
    '..',
    '%2e%2e',
    '%00',
    '%ff',
    'ж',
    "x'; drop table storage.objects; --",
    '\u0000',
    'public',
    'sign',
    'info',
  ),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
);
const path = fc
  .tuple(
    fc.constantFrom(
      ...[
        '/bucket',
        '/bucket/box',
        '/object',
        '/object/public',
        '/object/sign',
        '/object/info',
        '/object/list',
        '/object/list-v2',
      ],
      ...[
        '/object/move',
        '/object/copy',
        '/object/upload/sign',
        '/render/image/public',
        '/render/image/sign',
        '/upload/resumable',
        '/cdn',
        '/vector',
        '/',
      ],
    ),
    fc.array(word, { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'token',
        'width',
        'quality',
        'limit',
        'offset',
        'sortColumn',
        'search',
        'download',
        'versionId',
      ),
      word,
    ),
  )
  .map(([start, rest, query]) => {
    const search = new URLSearchParams(query).toString();
    return [start, ...rest].join('/') + (search ? `?${search}` : '');
  });
const headers = fc.dictionary(
  fc.constantFrom(
    'range',
    'if-none-match',
    'if-modified-since',
    'x-upsert',
    'x-metadata',
    'cache-control',
    'upload-length',
    'upload-offset',
    'upload-metadata',
    'tus-resumable',
    'x-signature',
  ),
  fc.oneof(
    fc.constantFrom(
      'bytes=0-0',
      'bytes=5-1',
      'bytes=-',
      'true',
      '1.0.0',
      '99999999999999999999',
      '-1',
      'e30=',
      'bucketName Ym94,objectName YQ==',
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[^\x21-\x7e]/g, '.')),
  ),
);
const type = fc.constantFrom(
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'text/plain',
  'application/offset+octet-stream',
);
const body = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc
    .record(
      {
        bucketId: fc.jsonValue(),
        sourceKey: fc.jsonValue(),
        destinationKey: fc.jsonValue(),
        prefix: fc.jsonValue(),
        limit: fc.jsonValue(),
        sortBy: fc.jsonValue(),
        cursor: fc.jsonValue(),
        prefixes: fc.jsonValue(),
        paths: fc.jsonValue(),
        expiresIn: fc.jsonValue(),
        id: fc.jsonValue(),
        file_size_limit: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc
    .string({ maxLength: 200 })
    .map((text) => `--b\r\ncontent-disposition: form-data; name="${text}"\r\n\r\n${text}\r\n--b--`),
);

test('any request gets an answer that is no fault of the host', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
      path,
      headers,
      type,
      body,
      async (method, where, more, contentType, content) => {
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const answer = await host.ask(`${method} ${where.replaceAll(' ', '%20')}`, {
          headers: { ...more, ...(hasBody && { 'content-type': contentType }) },
          ...(hasBody && { body: content }),
          signal: AbortSignal.timeout(20_000),
        });
        await answer.arrayBuffer();
        expect({
          method,
          where,
          more,
          contentType,
          content,
          status: answer.status,
          errors: host.errors,
        }).toMatchObject({
          status: expect.toSatisfy((status: number) => status < 500),
          errors: [],
        });
      },
    ),
    { numRuns: 600 },
  );
});
