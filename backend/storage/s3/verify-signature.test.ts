// The examples that Amazon publishes for Signature Version 4 of S3, in headers, in addresses and over chunks.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html (and its neighbours)
import { describe, expect, it } from 'vitest';
import { readPayload } from './payload.ts';
import { checkSignature, readSignature } from './verify-signature.ts';

const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const now = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';

interface Example {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  signedHeaders: string;
  signature: string;
}

function signedRequest({ method = 'GET', path, headers = {}, signedHeaders, signature }: Example) {
  return {
    method,
    url: new URL(`https://${host}${path}`),
    headers: new Headers({
      host,
      'x-amz-date': '20130524T000000Z',
      'x-amz-content-sha256': emptyHash,
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`,
    }),
  };
}

function check(example: Example, { key = secret, at = now } = {}): void {
  const request = signedRequest(example);
  const parts = readSignature(request.headers, request.url.searchParams);
  if (!parts) throw new Error('not signed');
  checkSignature(request, parts, key, at);
}

const object: Example = {
  path: '/test.txt',
  headers: { range: 'bytes=0-9' },
  signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
  signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
};
const presigned =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

describe('the published examples', () => {
  it.each<[string, Example]>([
    ['an object, by range', object],
    [
      'a put with a dollar sign in its name',
      {
        method: 'PUT',
        path: '/test$file.text',
        headers: {
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
          'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        },
        signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      },
    ],
    [
      'a query without a value',
      {
        path: '/?lifecycle',
        signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
        signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      },
    ],
    [
      'a list',
      {
        path: '/?max-keys=2&prefix=J',
        signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
        signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      },
    ],
  ])('%s', (_name, example) => {
    expect(() => check(example)).not.toThrow();
    expect(() => check(example, { key: `${secret}x` })).toThrow('does not match');
  });

  it('a presigned address, until it expires', () => {
    const request = { method: 'GET', url: new URL(`https://${host}${presigned}`), headers: new Headers() };
    const parts = readSignature(request.headers, request.url.searchParams);
    if (!parts) throw new Error('not signed');
    expect(() => checkSignature(request, parts, secret, now)).not.toThrow();
    expect(() => checkSignature(request, parts, secret, new Date('2013-05-25T00:00:01Z'))).toThrow('expired');
    expect(() => checkSignature({ ...request, method: 'PUT' }, parts, secret, now)).toThrow('does not match');
  });

  it('a body in signed chunks', async () => {
    const request = signedRequest({
      method: 'PUT',
      path: '/examplebucket/chunkObject.txt',
      headers: {
        host: 's3.amazonaws.com',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': '66560',
        'content-length': '66824',
      },
      signedHeaders:
        'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
      signature: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    });
    const parts = readSignature(request.headers, request.url.searchParams);
    if (!parts) throw new Error('not signed');
    checkSignature(request, parts, secret, now);
    const chunks = [
      `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${'a'.repeat(65_536)}\r\n`,
      `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${'a'.repeat(1024)}\r\n`,
      '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n',
    ].join('');
    const read = async (text: string) => {
      let bytes = 0;
      for await (const part of readPayload(pieces(text), {
        parts,
        secretAccessKey: secret,
        headers: request.headers,
      }))
        bytes += part.length;
      return bytes;
    };
    expect(await read(chunks)).toBe(66_560);
    await expect(read(chunks.replace('aaa', 'aba'))).rejects.toThrow('does not match');
    await expect(read(chunks.slice(0, 66_600))).rejects.toThrow();
    await expect(read(chunks.slice(0, 30_000))).rejects.toThrow('ended before it was complete');
  });
});

describe('a signature is rejected', () => {
  it('when it is old or from the future', () => {
    expect(() => check(object, { at: new Date('2013-05-24T00:16:00Z') })).toThrow('time differs');
    expect(() => check(object, { at: new Date('2013-05-23T23:40:00Z') })).toThrow('time differs');
  });

  it('when a signed header, the method or the path was changed', () => {
    expect(() => check({ ...object, headers: { range: 'bytes=0-99' } })).toThrow('does not match');
    expect(() => check({ ...object, method: 'DELETE' })).toThrow('does not match');
    expect(() => check({ ...object, path: '/test2.txt' })).toThrow('does not match');
  });

  it('when it cannot be read, or the host is not signed', () => {
    expect(() => check({ ...object, signature: 'short' })).toThrow('cannot be read');
    expect(() => check({ ...object, signedHeaders: 'range;x-amz-date' })).toThrow('cannot be read');
    expect(() => check({ ...object, signedHeaders: 'host;no header' })).toThrow('cannot be read');
  });

  it.each([
    ['with signs that are no hexadecimal', 'X-Amz-Signature=', `X-Amz-Signature=${'é'.repeat(32)}`],
    ['with names that are no headers', 'X-Amz-SignedHeaders=host', 'X-Amz-SignedHeaders=host%0Ax'],
    ['without names', 'X-Amz-SignedHeaders=host', 'X-Amz-SignedHeaders='],
  ])('%s', (_name, from, to) => {
    const url = new URL(`https://${host}${presigned.replace(from, to)}`);
    const request = { method: 'GET', url, headers: new Headers() };
    expect(() => {
      const parts = readSignature(request.headers, url.searchParams);
      if (parts) checkSignature(request, parts, secret, now);
    }).toThrow(/does not match|cannot be read/);
  });
});

/** "hello" and what follows it, in one unsigned chunk. */
async function readTrailed(trailers: string, headers: Record<string, string>): Promise<string> {
  const parts = { payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', time: '', scope: '', signature: '' };
  const signature = {
    parts: { ...parts, accessKeyId: '', signedHeaders: [], isPresigned: false, sessionToken: null },
    secretAccessKey: '',
    headers: new Headers(headers),
  };
  const chunks: Uint8Array[] = [];
  for await (const part of readPayload(pieces(`5\r\nhello\r\n0\r\n${trailers}`), signature))
    chunks.push(part);
  return Buffer.concat(chunks).toString();
}

describe('what follows the bytes', () => {
  const crc32 = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
  const right = 'x-amz-checksum-crc32:NhCmhg==\r\n';

  it('is compared with them', async () => {
    expect(await readTrailed(`${right}\r\n`, crc32)).toBe('hello');
    expect(await readTrailed(`${right}\r\n`, { ...crc32, 'x-amz-decoded-content-length': '5' })).toBe(
      'hello',
    );
    expect(await readTrailed('\r\n', {})).toBe('hello');
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['another checksum', 'x-amz-checksum-crc32:AAAAAA==\r\n\r\n', crc32, 'BadDigest'],
    ['an announced one that is missing', '\r\n', crc32, 'MalformedTrailerError'],
    ['a body that ends before it', '', crc32, 'MalformedTrailerError'],
    ['one that was not announced', `${right}\r\n`, {}, 'MalformedTrailerError'],
    ['another than the announced one', 'x-amz-checksum-sha1:x\r\n\r\n', crc32, 'MalformedTrailerError'],
    ['one twice', `${right}${right}\r\n`, crc32, 'MalformedTrailerError'],
    ['no header at all', 'hello\r\n\r\n', crc32, 'MalformedTrailerError'],
    ['fewer bytes than announced', '\r\n', { 'x-amz-decoded-content-length': '6' }, 'IncompleteBody'],
  ])('is rejected: %s', async (_name, trailers, headers, code) => {
    await expect(readTrailed(trailers, headers)).rejects.toMatchObject({ code });
  });
});

/** In pieces that end in the middle of everything. */
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1021) yield bytes.subarray(at, at + 1021);
}
