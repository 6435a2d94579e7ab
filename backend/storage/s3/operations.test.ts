// Tags, headers that an address asks for, conditions, and lists page by page, over the S3 protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Signer, sha256 } from '../testing/s3-signer.ts';
import { publishableKey, type StorageHost, startStorageHost, tokenFor } from '../testing/storage-host.ts';

const keys = { accessKeyId: 'signer', secretAccessKey: 'of the studio' };
const signer = createS3Signer(keys);
const member = '11111111-1111-4111-8111-111111111111';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost({ s3Access: { serviceKey: keys, publicKeys: () => [publishableKey] } });
  expect((await host.service.storage.createBucket('shelf')).error).toBeNull();
  await host.sql.unsafe(
    `create policy "members read" on storage.objects for select to authenticated using (true)`,
  );
});
afterAll(() => host?.close());

interface Sent {
  body?: string;
  headers?: Record<string, string>;
  as?: ReturnType<typeof createS3Signer>;
}

async function send(line: string, { body = '', headers = {}, as = signer }: Sent = {}) {
  const [method = 'GET', path = ''] = line.split(' ');
  const url = `${host.url}/storage/v1/s3/shelf${path}`;
  const signed = as.signHeaders(method, url, { headers, payload: sha256(body) });
  const answer = await fetch(url, { method, headers: signed, ...(body && { body }) });
  const text = await answer.text();
  const all = (name: string) =>
    [...text.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, one]) => one);
  return { status: answer.status, headers: answer.headers, text, all, code: all('Code')[0] };
}

const tagXml = (tags: [string, string][]) =>
  `<Tagging><TagSet>${tags.map(([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`).join('')}</TagSet></Tagging>`;
const tagsOf = async (path: string) => {
  const { all } = await send(`GET ${path}?tagging`);
  const values = all('Value');
  return Object.fromEntries(all('Key').map((key, index) => [key, values[index]]));
};

describe('tags', () => {
  it('come with an object, are counted, changed, deleted and copied', async () => {
    const tagged = { 'x-amz-tagging': 'term=autumn&room=A%201' };
    expect((await send('PUT /tagged.txt', { body: 'x', headers: tagged })).status).toBe(200);
    expect(await tagsOf('/tagged.txt')).toEqual({ term: 'autumn', room: 'A 1' });
    expect((await send('HEAD /tagged.txt')).headers.get('x-amz-tagging-count')).toBe('2');
    const put = await send('PUT /tagged.txt?tagging', { body: tagXml([['a-b', 'é/1']]) });
    expect([put.status, await tagsOf('/tagged.txt')]).toEqual([200, { 'a-b': 'é/1' }]);
    const source = { 'x-amz-copy-source': '/shelf/tagged.txt' };
    await send('PUT /copy.txt', { headers: source });
    expect(await tagsOf('/copy.txt')).toEqual({ 'a-b': 'é/1' });
    const replaced = { ...source, 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'new=1' };
    await send('PUT /copy.txt', { headers: replaced });
    expect(await tagsOf('/copy.txt')).toEqual({ new: '1' });
    expect((await send('DELETE /tagged.txt?tagging')).status).toBe(204);
    expect(await tagsOf('/tagged.txt')).toEqual({});
    expect((await send('HEAD /tagged.txt')).headers.has('x-amz-tagging-count')).toBe(false);
  });

  it('come with an upload in parts', async () => {
    const begun = await send('POST /parts.txt?uploads', { headers: { 'x-amz-tagging': 'kind=parts' } });
    const [uploadId = ''] = begun.all('UploadId');
    const part = await send(`PUT /parts.txt?partNumber=1&uploadId=${uploadId}`, { body: 'x' });
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.get('etag')}</ETag></Part></CompleteMultipartUpload>`;
    expect((await send(`POST /parts.txt?uploadId=${uploadId}`, { body })).status).toBe(200);
    expect(await tagsOf('/parts.txt')).toEqual({ kind: 'parts' });
  });

  it.each<[string, Sent & { path?: string }, string]>([
    ['eleven', { body: tagXml(Array.from({ length: 11 }, (_, at) => [`t${at}`, ''])) }, 'InvalidTag'],
    [
      'two of one name',
      {
        body: tagXml([
          ['a', '1'],
          ['a', '2'],
        ]),
      },
      'InvalidTag',
    ],
    ['one without a name', { body: tagXml([['', '1']]) }, 'InvalidTag'],
    ['a long value', { body: tagXml([['a', 'x'.repeat(257)]]) }, 'InvalidTag'],
    ['odd signs', { body: tagXml([['a', '&lt;script&gt;']]) }, 'InvalidTag'],
    ['no list', { body: '<Tagging/>' }, 'MalformedXML'],
    ['of an object that is not there', { body: tagXml([['a', '1']]), path: '/none.txt' }, 'NoSuchKey'],
  ])('are rejected: %s', async (_name, { path = '/odd.txt', ...sent }, code) => {
    await send('PUT /odd.txt', { body: 'x' });
    expect((await send(`PUT ${path}?tagging`, sent)).code).toBe(code);
    expect(await tagsOf('/odd.txt')).toEqual({});
  });

  it('are read and changed only by who may read and change the object', async () => {
    await send('PUT /theirs.txt', { body: 'x', headers: { 'x-amz-tagging': 'a=1' } });
    const sessionToken = await tokenFor({ sub: member });
    const as = createS3Signer({ accessKeyId: 'any', secretAccessKey: publishableKey, sessionToken });
    expect((await send('GET /theirs.txt?tagging', { as })).all('Value')).toEqual(['1']);
    expect((await send('PUT /theirs.txt?tagging', { as, body: tagXml([['a', '2']]) })).code).toBe(
      'AccessDenied',
    );
    expect((await send('DELETE /theirs.txt?tagging', { as })).code).toBe('AccessDenied');
    expect(await tagsOf('/theirs.txt')).toEqual({ a: '1' });
  });
});

describe('an address asks for headers', () => {
  const ask = (path: string, query: Record<string, string>) =>
    fetch(signer.presign('GET', `${host.url}/storage/v1/s3/shelf${path}`, { query }));

  it('of its answer', async () => {
    await send('PUT /asked.png', { body: 'x' });
    const { headers } = await ask('/asked.png', {
      'response-content-type': 'text/plain',
      'response-content-disposition': 'attachment; filename="fur dich.txt"',
      'response-cache-control': 'max-age=1',
      'response-content-language': 'de',
      'response-expires': 'Wed, 21 Oct 2099 07:28:00 GMT',
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="fur dich.txt"',
      'cache-control': 'max-age=1',
      'content-language': 'de',
      expires: 'Wed, 21 Oct 2099 07:28:00 GMT',
    });
  });

  it.each([
    ['text/html', 'inline'],
    ['text/html; charset=utf-8', 'inline; filename="page.html"'],
    ['image/svg+xml', 'inline'],
    ['application/xhtml+xml', 'INLINE'],
    ['text/javascript', 'inline'],
    ['multipart/x-mixed-replace', 'inline'],
  ])('and no browser runs the file as %s', async (type, disposition) => {
    await send('PUT /asked.png', { body: '<script>alert(1)</script>' });
    const query = { 'response-content-type': type, 'response-content-disposition': disposition };
    const { headers } = await ask('/asked.png', query);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
      expect.stringContaining('sandbox'),
      'nosniff',
    ]);
  });

  it.each([
    ['response-content-disposition', 'form-data; name=x'],
    ['response-content-disposition', 'attachment; filename="ü"'],
    ['response-content-type', 'html'],
    ['response-content-encoding', 'rot13'],
    ['response-expires', 'tomorrow'],
    ['response-cache-control', 'a\nb'],
  ])('is rejected when they cannot be headers: %s=%s', async (name, value) => {
    await send('PUT /asked.png', { body: 'x' });
    const { status } = await ask('/asked.png', { [name]: value });
    expect([400, 415]).toContain(status);
  });
});

describe('conditions', () => {
  it('write only to a name that is free', async () => {
    const headers = { 'if-none-match': '*' };
    expect((await send('PUT /free.txt', { body: 'one', headers })).status).toBe(200);
    const again = await send('PUT /free.txt', { body: 'two', headers });
    expect([again.status, again.code]).toEqual([412, 'PreconditionFailed']);
    const copy = { ...headers, 'x-amz-copy-source': '/shelf/free.txt' };
    expect((await send('PUT /free.txt', { headers: copy })).status).toBe(412);
    const [uploadId = ''] = (await send('POST /free.txt?uploads')).all('UploadId');
    const part = await send(`PUT /free.txt?partNumber=1&uploadId=${uploadId}`, { body: 'x' });
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.get('etag')}</ETag></Part></CompleteMultipartUpload>`;
    expect((await send(`POST /free.txt?uploadId=${uploadId}`, { body, headers })).status).toBe(412);
    expect((await send('GET /free.txt')).text).toBe('one');
  });

  it.each<[string, Record<string, string>]>([
    ['if-match', { 'if-match': '"x"' }],
    ['if-none-match with an ETag', { 'if-none-match': '"x"' }],
  ])('that are not understood write nothing: %s', async (_name, headers) => {
    await send('PUT /kept.txt', { body: 'kept' });
    expect((await send('PUT /kept.txt', { body: 'lost', headers })).status).toBe(501);
    expect((await send('GET /kept.txt')).text).toBe('kept');
  });

  it.each<[string, (etag: string) => Record<string, string>, number, number]>([
    ['if-match', (etag) => ({ 'if-match': etag }), 200, 200],
    ['if-match, another', () => ({ 'if-match': '"x"' }), 412, 412],
    ['if-none-match', (etag) => ({ 'if-none-match': etag }), 304, 412],
    ['if-none-match, another', () => ({ 'if-none-match': '"x"' }), 200, 200],
    [
      'if-unmodified-since, long ago',
      () => ({ 'if-unmodified-since': 'Tue, 01 Jan 2019 00:00:00 GMT' }),
      412,
      412,
    ],
    ['if-modified-since, later', () => ({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }), 304, 412],
  ])('of a read and of a copy: %s', async (_name, conditions, read, copy) => {
    const etag = (await send('PUT /source.txt', { body: 'x' })).headers.get('etag') ?? '';
    const headers = conditions(etag);
    expect((await send('GET /source.txt', { headers })).status).toBe(read);
    const ofSource = Object.entries(headers).map(([name, value]) => [`x-amz-copy-source-${name}`, value]);
    const copied = await send('PUT /copied.txt', {
      headers: { 'x-amz-copy-source': '/shelf/source.txt', ...Object.fromEntries(ofSource) },
    });
    expect(copied.status).toBe(copy);
  });
});

describe('lists', () => {
  it('send the parts of an upload page by page', async () => {
    const [uploadId = ''] = (await send('POST /list.bin?uploads')).all('UploadId');
    for (const number of [1, 2, 5])
      await send(`PUT /list.bin?partNumber=${number}&uploadId=${uploadId}`, { body: 'x' });
    const page = (query: string) => send(`GET /list.bin?uploadId=${uploadId}${query}`);
    const first = await page('&max-parts=2');
    expect([
      first.all('PartNumber'),
      first.all('IsTruncated'),
      first.all('NextPartNumberMarker'),
      first.all('MaxParts'),
    ]).toEqual([['1', '2'], ['true'], ['2'], ['2']]);
    const second = await page('&max-parts=2&part-number-marker=2');
    expect([second.all('PartNumber'), second.all('IsTruncated')]).toEqual([['5'], ['false']]);
    expect((await page('&max-parts=0')).all('PartNumber')).toEqual([]);
    expect((await page('&max-parts=5000')).all('MaxParts')).toEqual(['1000']);
    for (const query of ['&max-parts=two', '&part-number-marker=x', '&max-parts=-1'])
      expect((await page(query)).code).toBe('InvalidArgument');
    await send(`DELETE /list.bin?uploadId=${uploadId}`);
  });

  it('send the open uploads page by page, with folders', async () => {
    const keysBegun = ['up/a.bin', 'up/a.bin', 'up/b/1.bin', 'up/b/2.bin', 'up/c.bin'];
    for (const key of keysBegun) await send(`POST /${key}?uploads`);
    const page = (query: string) => send(`GET /?prefix=up%2F&uploads${query}`);
    const seen: (string | undefined)[] = [];
    let marker = '';
    for (let pages = 0; pages < 9; pages++) {
      const answer = await page(`&max-uploads=2${marker}`);
      seen.push(...answer.all('Key'));
      expect(answer.all('MaxUploads')).toEqual(['2']);
      if (answer.all('IsTruncated')[0] === 'false') break;
      const [key = '', id = ''] = [answer.all('NextKeyMarker')[0], answer.all('NextUploadIdMarker')[0]];
      marker = `&key-marker=${encodeURIComponent(key)}&upload-id-marker=${id}`;
    }
    expect(seen).toEqual(keysBegun);
    const folders = await page('&delimiter=%2F');
    expect([folders.all('Key'), folders.all('Prefix').slice(1)]).toEqual([
      ['up/a.bin', 'up/a.bin', 'up/c.bin'],
      ['up/b/'],
    ]);
    expect((await page('&key-marker=up%2Fb%2F1.bin')).all('Key')).toEqual(['up/b/2.bin', 'up/c.bin']);
    expect((await page('&max-uploads=many')).code).toBe('InvalidArgument');
  });
});

describe('a request without a signature', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a token instead', { authorization: `Bearer ${publishableKey}` }],
    ['an empty header', { authorization: '' }],
    ['the older signature', { authorization: 'AWS signer:x' }],
    ['a key alone', { apikey: publishableKey }],
  ])('is answered as the storage service does: %s', async (_name, headers) => {
    const answer = await fetch(`${host.url}/storage/v1/s3/shelf`, { headers });
    const text = await answer.text();
    expect([answer.status, /<Code>([^<]*)</.exec(text)?.[1], /<Message>([^<]*)</.exec(text)?.[1]]).toEqual([
      403,
      'AccessDenied',
      'Missing signature',
    ]);
  });
});
