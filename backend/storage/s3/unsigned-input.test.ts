// Attacks on what was signed for others: an address, a form, headers. The holder adds what its signer did not sign.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Signer, sha256 } from '../testing/s3-signer.ts';
import { type StorageHost, startStorageHost } from '../testing/storage-host.ts';

const keys = { accessKeyId: 'signer', secretAccessKey: 'of the studio' };
const signer = createS3Signer(keys);

let host: StorageHost;
let base: string;
beforeAll(async () => {
  host = await startStorageHost({ s3Access: { serviceKey: keys, publicKeys: () => [] } });
  base = `${host.url}/storage/v1/s3`;
  for (const name of ['private', 'drop'])
    expect((await host.service.storage.createBucket(name)).error).toBeNull();
  const { error } = await host.service.storage.from('private').upload('diary.txt', 'secret');
  expect(error).toBeNull();
});
afterAll(() => host?.close());

const codeIn = (xml: string) => /<Code>([^<]*)</.exec(xml)?.[1];
const storedAt = async (name: string) => {
  const { data } = await host.service.storage.from('drop').info(name);
  return data ?? undefined;
};

describe('an address to upload to', () => {
  it.each<[string, Record<string, string>]>([
    ['another file as source', { 'x-amz-copy-source': '/private/diary.txt' }],
    ['the same in capitals', { 'X-AMZ-COPY-SOURCE': 'private/diary.txt' }],
    ['the same encoded', { 'x-amz-copy-source': '/private/diary%2Etxt' }],
    ['a range of another file', { 'x-amz-copy-source-range': 'bytes=0-3' }],
    ['metadata of its own', { 'x-amz-meta-role': 'admin' }],
    ['tags', { 'x-amz-tagging': 'approved=yes' }],
    ['a list of rights', { 'x-amz-acl': 'public-read' }],
    ['another form of the body', { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }],
    ['another length', { 'x-amz-decoded-content-length': '1' }],
    ['another caller', { 'x-amz-security-token': 'eyJhbGciOiJub25lIn0.e30.' }],
    ['another time', { 'x-amz-date': signer.time }],
    ['a directive', { 'x-amz-metadata-directive': 'REPLACE' }],
  ])('takes no header of S3 that was not signed: %s', async (_name, headers) => {
    const address = signer.presign('PUT', `${base}/drop/attack.txt`);
    const answer = await fetch(address, { method: 'PUT', body: 'mine', headers });
    expect([answer.status, codeIn(await answer.text())]).toEqual([403, 'AccessDenied']);
    expect(await storedAt('attack.txt')).toBeUndefined();
  });

  it('copies only when the copy was signed', async () => {
    const signed = { 'x-amz-copy-source': '/private/diary.txt' };
    const address = signer.presign('PUT', `${base}/drop/copy.txt`, { signed });
    expect((await fetch(address, { method: 'PUT', headers: signed })).status).toBe(200);
    const other = { 'x-amz-copy-source': '/drop/copy.txt' };
    expect((await fetch(address, { method: 'PUT', headers: other })).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'mine' })).status).toBe(403);
  });

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['a type', { 'content-type': 'text/html' }, { contentType: 'image/png' }],
    ['an encoding', { 'content-encoding': 'gzip' }, { contentEncoding: null }],
    ['a time in caches', { 'cache-control': 'max-age=99999' }, { cacheControl: 'no-cache' }],
  ])('stores nothing of other headers that were not signed: %s', async (_name, headers, stored) => {
    const address = signer.presign('PUT', `${base}/drop/picture.png`);
    expect((await fetch(address, { method: 'PUT', body: 'mine', headers })).status).toBe(200);
    expect(await storedAt('picture.png')).toMatchObject(stored);
  });

  it('stores what was signed, also as parameters of the address', async () => {
    const signed = { 'content-type': 'text/css', 'cache-control': 'max-age=5' };
    const query = { 'x-amz-meta-by': 'Ada', 'x-amz-tagging': 'kind=style' };
    const address = signer.presign('PUT', `${base}/drop/style`, { signed, query });
    expect((await fetch(address, { method: 'PUT', body: 'a{}', headers: signed })).status).toBe(200);
    expect(await storedAt('style')).toMatchObject({
      contentType: 'text/css',
      cacheControl: 'max-age=5',
      metadata: { by: 'Ada' },
    });
  });

  it.each<[string, (address: URL) => void]>([
    ['the name', (address) => Object.assign(address, { pathname: `${address.pathname}.html` })],
    ['an upload in parts', (address) => address.searchParams.set('uploadId', 'x')],
    ['tags', (address) => address.searchParams.set('tagging', '')],
    ['metadata', (address) => address.searchParams.set('x-amz-meta-role', 'admin')],
    ['a source', (address) => address.searchParams.set('x-amz-copy-source', '/private/diary.txt')],
    ['a later end', (address) => address.searchParams.set('X-Amz-Expires', '600')],
    ['a second end', (address) => address.searchParams.append('X-Amz-Expires', '600')],
    ['other signed headers', (address) => address.searchParams.append('X-Amz-SignedHeaders', 'host;range')],
  ])('takes no parameter that was not signed: %s', async (_name, change) => {
    const address = new URL(signer.presign('PUT', `${base}/drop/query.txt`));
    change(address);
    expect((await fetch(address, { method: 'PUT', body: 'mine' })).status).toBe(403);
  });

  it('takes only the body that was signed', async () => {
    const query = { 'X-Amz-Content-Sha256': sha256('right') };
    const address = signer.presign('PUT', `${base}/drop/body.txt`, { query });
    const wrong = await fetch(address, { method: 'PUT', body: 'wrong' });
    expect([wrong.status, codeIn(await wrong.text())]).toEqual([400, 'XAmzContentSHA256Mismatch']);
    expect((await fetch(address, { method: 'PUT', body: 'right' })).status).toBe(200);
  });

  it('compares a checksum of the body, signed or not', async () => {
    const address = signer.presign('PUT', `${base}/drop/sum.txt`);
    const put = (text: string) =>
      fetch(address, {
        method: 'PUT',
        body: 'body',
        headers: { 'content-md5': createHash('md5').update(text).digest('base64') },
      });
    expect([(await put('another')).status, (await put('body')).status]).toEqual([400, 200]);
  });
});

describe('an address to read from', () => {
  it.each([
    ['response-content-type', 'text/html'],
    ['response-content-disposition', 'attachment; filename="bill.exe"'],
    ['response-cache-control', 'public, max-age=31536000'],
    ['response-content-encoding', 'gzip'],
    ['response-content-language', 'fr'],
    ['response-expires', 'Wed, 21 Oct 2099 07:28:00 GMT'],
    ['tagging', ''],
    ['download', 'bill.exe'],
  ])('takes no parameter that was not signed: %s', async (name, value) => {
    const address = new URL(signer.presign('GET', `${base}/private/diary.txt`));
    expect((await fetch(address)).status).toBe(200);
    address.searchParams.set(name, value);
    expect((await fetch(address)).status).toBe(403);
  });

  it('serves ranges and conditions to its holder', async () => {
    const address = signer.presign('GET', `${base}/private/diary.txt`);
    const part = await fetch(address, { headers: { range: 'bytes=0-2' } });
    expect([part.status, await part.text()]).toEqual([206, 'sec']);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(address, { headers: { 'if-match': '"another"' } })).status).toBe(412);
  });
});

describe('signed headers', () => {
  it.each<[string, Record<string, string>]>([
    ['a source', { 'x-amz-copy-source': '/private/diary.txt' }],
    ['metadata', { 'x-amz-meta-role': 'admin' }],
    ['tags', { 'x-amz-tagging': 'approved=yes' }],
    ['rights', { 'x-amz-acl': 'public-read' }],
    ['a trailer', { 'x-amz-trailer': 'x-amz-checksum-crc32' }],
  ])('come with no other header of S3: %s', async (_name, added) => {
    const url = `${base}/drop/headers.txt`;
    const headers = signer.signHeaders('PUT', url, { payload: sha256('mine') });
    const answer = await fetch(url, { method: 'PUT', body: 'mine', headers: { ...headers, ...added } });
    expect([answer.status, codeIn(await answer.text())]).toEqual([403, 'AccessDenied']);
    expect(await storedAt('headers.txt')).toBeUndefined();
  });

  it('leave out what clients never sign', async () => {
    const url = `${base}/drop/type.bin`;
    const headers = signer.signHeaders('PUT', url, { payload: sha256('mine') });
    const unsigned = { 'content-type': 'text/css', 'cache-control': 'max-age=7', 'x-amz-cf-id': 'added' };
    const put = await fetch(url, { method: 'PUT', body: 'mine', headers: { ...headers, ...unsigned } });
    expect(put.status).toBe(200);
    expect(await storedAt('type.bin')).toMatchObject({ contentType: 'text/css', cacheControl: 'max-age=7' });
  });
});

describe('a body in signed chunks with a signed trailer', () => {
  const url = () => `${base}/drop/chunks.txt`;
  const sum = 'x-amz-checksum-sha256:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=';

  function chunks(first: string, { trailer = sum, signed = sum } = {}): string {
    let previous = first;
    const chunk = (text: string) => {
      previous = signer.sign([
        'AWS4-HMAC-SHA256-PAYLOAD',
        signer.time,
        signer.scope,
        previous,
        sha256(''),
        sha256(text),
      ]);
      return `${text.length.toString(16)};chunk-signature=${previous}\r\n${text}`;
    };
    const body = `${chunk('hello')}\r\n${chunk('')}`;
    const over = ['AWS4-HMAC-SHA256-TRAILER', signer.time, signer.scope, previous, sha256(`${signed}\n`)];
    return `${body}${trailer}\r\nx-amz-trailer-signature:${signer.sign(over)}\r\n\r\n`;
  }

  async function put(change: (body: string) => string, options = {}): Promise<number> {
    const headers = signer.signHeaders('PUT', url(), {
      payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
      headers: { 'x-amz-trailer': 'x-amz-checksum-sha256', 'x-amz-decoded-content-length': '5' },
    });
    const [, first = ''] = /Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
    const body = change(chunks(first, options));
    return (await fetch(url(), { method: 'PUT', body, headers })).status;
  }

  it('is stored when all of it was signed', async () => {
    expect(await put((body) => body)).toBe(200);
    expect(await (await host.service.storage.from('drop').download('chunks.txt')).data?.text()).toBe('hello');
  });

  it.each<[string, (body: string) => string, object?]>([
    ['without its trailer', (body) => body.replace(/x-amz.*/s, '\r\n')],
    ['without the signature of its trailer', (body) => body.replace(/x-amz-trailer-sig.*/s, '\r\n')],
    ['with another signature', (body) => body.replace(/(trailer-signature:)\w{4}/, '$10000')],
    ['with another trailer', (body) => body, { trailer: sum.replace('LPJ', 'AAA') }],
    [
      'with a line behind the signature',
      (body) => body.replace(/\r\n\r\n$/, '\r\nx-amz-checksum-crc32:x\r\n\r\n'),
    ],
    ['with another chunk', (body) => body.replace('hello', 'jello')],
    ['cut behind its bytes', (body) => body.replace(/\r\n0;.*/s, '\r\n')],
  ])('is rejected %s', async (_name, change, options) => {
    await host.service.storage.from('drop').remove(['chunks.txt']);
    expect(await put(change, options)).toBeGreaterThanOrEqual(400);
    expect(await storedAt('chunks.txt')).toBeUndefined();
  });
});
